package import Core
import GitHubAPI
package import GitHubModel
import JSON
package import RepositoryStore

/// A plan for star lists, and all of its mistakes.
package struct ListPlanFile {
  /// A mistake in a line of the plan, numbered from 1.
  package struct Mistake {
    package let line: Int
    package let problem: Problem
  }

  package enum Problem {
    case notJSON, notObject
    case repeatedKey(String)
    /// The key is unknown; it may be a misspelling of `nearest`.
    case unknownKey(String, nearest: String?, known: [String])
    case noRepository, noLists
    /// The exact lists cannot be combined with changes.
    case exactWithChanges
    case repositoryNotString
    case notRepository(String)
    /// The value of the key is not an array of strings.
    case notStrings(key: String)
    /// An earlier line has other lists for the repository.
    case contradiction(RepositoryName, earlier: Int)
    /// The list is both added and removed.
    case addedAndRemoved(String)
    /// The list does not exist and should not be created.
    case newList(OperationFailure)
    /// GitHub allows no more lists.
    case noRoom(String)
    /// The repository or the list cannot be used.
    case failure(OperationFailure)
  }

  /// Whether to create lists that do not exist.
  package var createsLists = false
  private let text: String
  private let base: APIBase
  private var found: [Mistake] = []
  /// The user's lists, followed by ``newLists``.
  package private(set) var lists: [StarListContents] = []
  package private(set) var newLists: [StarList] = []

  package var mistakes: [Mistake] { found.sorted { $0.line < $1.line } }

  package init(_ text: String, at base: APIBase) { (self.text, self.base) = (text, base) }

  /// Compares the plan with the user's lists and repositories, and returns the changes, which are
  /// valid only if there are no ``mistakes``.
  package mutating func items(
    stars: Bool,
    _ editor: StarListEditor
  ) async throws(OperationFailure) -> [ListPlan.Item] {
    lists = try await editor.current()
    let existing = Set(lists.map(\.list.id))
    let lines = JSONLines.values(in: text).compactMap { number, value in
      line(value, number, among: existing)
    }
    let looked = try await ListPlan.look(
      up: lines.map { ($0.name, $0.target) },
      stars: stars,
      editor
    )
    var items: [ListPlan.Item] = []
    var places: [Repository.ID: (line: Int, index: Int)] = [:]
    for (line, looked) in zip(lines, looked) {
      var item = looked
      item.isExact = line.isExact
      do throws(OperationFailure) {
        let member = try item.found.get().member
        guard let earlier = places[member.id] else {
          places[member.id] = (line.number, items.count)
          item.name = member.name
          items.append(item)
          continue
        }
        if !items[earlier.index].join(item) {
          refuse(line.number, .contradiction(item.name, earlier: earlier.line))
        }
      } catch {
        refuse(line.number, .failure(error))
      }
    }
    return items
  }

  private mutating func refuse(_ line: Int, _ problem: Problem) {
    found.append(Mistake(line: line, problem: problem))
  }

  /// Reads a line; returns nil if it names no repository or no change of its lists.
  private mutating func line(
    _ json: JSONElement?,
    _ number: Int,
    among existing: Set<StarList.ID>
  ) -> (number: Int, name: RepositoryName, target: MembershipChange, isExact: Bool)? {
    guard case .object(let members)? = json?.value else {
      refuse(number, json?.value == nil ? .notJSON : .notObject)
      return nil
    }
    var name: RepositoryName?
    var values: [String: [String]] = [:]
    var keys: Set<String> = []
    for member in members {
      guard keys.insert(member.name).inserted else {
        refuse(number, .repeatedKey(member.name))
        continue
      }
      switch member.name {
      case "repo": name = repository(member.value, line: number)
      case "add", "remove", "lists": values[member.name] = names(member, line: number)
      default:
        let nearest = NearestWord.to(member.name, among: Self.keys)
        refuse(number, .unknownKey(member.name, nearest: nearest, known: Self.keys))
      }
    }
    if !keys.contains("repo") { refuse(number, .noRepository) }
    let exact = values["lists"]
    if keys.isDisjoint(with: Self.keys.dropFirst()) {
      refuse(number, .noLists)
    } else if exact != nil, values.count > 1 {
      refuse(number, .exactWithChanges)
      return nil
    }
    var target = MembershipChange()
    for name in exact ?? values["add"] ?? [] {
      if let id = list(name, number, isAdded: true) { target.adding.insert(id) }
    }
    for name in values["remove"] ?? [] {
      guard let id = list(name, number, isAdded: false) else { continue }
      target.removing.insert(id)
      if target.adding.contains(id) { refuse(number, .addedAndRemoved(name)) }
    }
    if exact != nil { target.removing = existing.subtracting(target.adding) }
    return name.map { (number, $0, target, exact != nil) }
  }

  private static let keys = ["repo", "add", "remove", "lists"]

  private mutating func repository(_ value: JSONValue, line: Int) -> RepositoryName? {
    guard let text = value.string else {
      refuse(line, .repositoryNotString)
      return nil
    }
    let name = RepositoryName(reference: text, at: base)
    if name == nil { refuse(line, .notRepository(text)) }
    return name
  }

  private mutating func names(_ member: JSONValue.Member, line: Int) -> [String] {
    let names = member.value.array?.map(\.string)
    guard let names, !names.contains(nil) else {
      refuse(line, .notStrings(key: member.name))
      return []
    }
    return names.compactMap(\.self)
  }

  /// The list named in a line; if it does not exist, it is created by the plan, or is a mistake.
  private mutating func list(_ name: String, _ line: Int, isAdded: Bool) -> StarList.ID? {
    do throws(OperationFailure) {
      return try lists.named(name).list.id
    } catch {
      let isNew = isAdded && error.kind == .notFound
      guard isNew, createsLists else {
        refuse(line, isNew ? .newList(error) : .failure(error))
        return nil
      }
    }
    do throws(OperationFailure) {
      try StarListEditor.check(name: name)
    } catch {
      refuse(line, .failure(error))
      return nil
    }
    guard lists.count < StarList.maxCount else {
      refuse(line, .noRoom(name))
      return nil
    }
    // GitHub's identifiers contain uppercase letters.
    let id = name.lowercased()
    let new = StarList(id: id, name: name, slug: id, isPrivate: false, repositoryCount: 0)
    newLists.append(new)
    lists.append(StarListContents(list: new, members: []))
    return id
  }
}

extension StarListEditor {
  /// The repositories in the user's lists on GitHub, by name, with the names of their lists: the
  /// contents of a plan without changes.
  package func memberships() async throws(OperationFailure)
    -> [(name: RepositoryName, lists: [String])]
  {
    let shown = try await current().flatMap { $0.members.map(\.id) }
    let reading = try await current(showing: shown)
    // A plan could not look these up.
    let hidden = Set(reading.hiddenMembers.values.joined().map(\.id))
    var found: [Repository.ID: (name: RepositoryName, lists: [String])] = [:]
    for contents in reading.lists {
      for member in contents.members where !hidden.contains(member.id) {
        found[member.id, default: (member.name, [])].lists.append(contents.list.name)
      }
    }
    return found.values.sorted { $0.name.fullName.lowercased() < $1.name.fullName.lowercased() }
  }
}
