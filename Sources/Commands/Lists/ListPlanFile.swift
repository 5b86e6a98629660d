import GitHubAPI
import GitHubModel
import JSON
import RepositoryStore
import Terminal

/// A plan for star lists, and everything that is wrong with it.
struct ListPlanFile {
  typealias Mistake = (line: Int, failure: CommandFailure)

  /// The content of one line, as far as it can be read.
  private struct Line {
    let number: Int
    var name: RepositoryName?
    var adding: [String] = []
    var removing: [String] = []
    var isExact = false
  }

  /// Whether lists that do not exist are to be created.
  var createsLists = false
  private let base: APIBase
  private var lines: [Line] = []
  private var found: [Mistake] = []
  /// The user's lists, and ``newLists`` after them.
  private(set) var lists: [StarListContents] = []
  private(set) var newLists: [StarList] = []

  var mistakes: [Mistake] { found.sorted { $0.line < $1.line } }

  init(_ text: String, at base: APIBase) {
    self.base = base
    for (number, value) in JSONLines.values(in: text) { read(value, line: number) }
  }

  private mutating func refuse(_ line: Int, _ why: String, advice: String = "") {
    let why = "line \(line): \(why)"
    found.append((line, CommandFailure(.usage, why, advice: advice)))
  }

  private mutating func read(_ json: JSONElement?, line number: Int) {
    guard let value = json?.value else { return refuse(number, "not JSON") }
    guard case .object(let members) = value else { return refuse(number, "not a JSON object") }
    var line = Line(number: number)
    var keys: Set<String> = []
    for member in members {
      guard keys.insert(member.name).inserted else {
        refuse(number, "more than one \"\(member.name)\"")
        continue
      }
      switch member.name {
      case "repo": line.name = repository(member.value, line: number)
      case "add": line.adding = names(member, line: number)
      case "remove": line.removing = names(member, line: number)
      case "lists": (line.adding, line.isExact) = (names(member, line: number), true)
      default:
        let nearest = NearestWord.to(member.name, among: Self.keys)
        refuse(
          number,
          "unknown key \"\(member.name.truncated(toWidth: 40))\"",
          advice: nearest.map { "did you mean \"\($0)\"?" }
            ?? "the keys are \(Self.keys.joined(separator: ", "))"
        )
      }
    }
    if !keys.contains("repo") { refuse(number, "no \"repo\"") }
    if keys.isDisjoint(with: Self.keys.dropFirst()) {
      refuse(number, "no \"add\", \"remove\" or \"lists\"")
    } else if line.isExact, !keys.isDisjoint(with: ["add", "remove"]) {
      refuse(number, "\"lists\" cannot be combined with \"add\" or \"remove\"")
      return
    }
    lines.append(line)
  }

  private static let keys = ["repo", "add", "remove", "lists"]

  private mutating func repository(_ value: JSONValue, line: Int) -> RepositoryName? {
    guard let text = value.string else {
      refuse(line, "\"repo\" is not a string")
      return nil
    }
    let name = RepositoryName(reference: text, at: base)
    if name == nil {
      let why = "\"\(text.truncated(toWidth: 100))\" is not a repository"
      refuse(line, why, advice: "use OWNER/NAME")
    }
    return name
  }

  private mutating func names(_ member: JSONValue.Member, line: Int) -> [String] {
    let names = member.value.array?.map(\.string)
    guard let names, !names.contains(nil) else {
      refuse(line, "\"\(member.name)\" is not an array of strings")
      return []
    }
    return names.compactMap(\.self)
  }
}

// MARK: Checks against GitHub

extension ListPlanFile {
  /// Compares the plan with the user's lists and repositories, and returns the changes, which count only if
  /// there are no ``mistakes``.
  mutating func items(
    _ plan: ListPlan,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [ListPlan.Item] {
    lists = try await editor.current()
    let wishes = lines.compactMap { line in
      let wish = wish(of: line)
      return line.name.map { (line: line.number, name: $0, wish: wish) }
    }
    let planned = try await plan.look(up: wishes.map { ($0.name, $0.wish) }, &editor)
    var items: [ListPlan.Item] = []
    var places: [Repository.ID: (line: Int, index: Int)] = [:]
    for (number, planned) in zip(wishes.map(\.line), planned) {
      do throws(CommandFailure) {
        let item = try planned.result.get()
        let id = item.repository.member.id
        guard let earlier = places[id] else {
          places[id] = (number, items.count)
          items.append(item)
          continue
        }
        if !items[earlier.index].wish.join(item.wish) {
          refuse(number, "line \(earlier.line) has other lists for \(planned.name)")
        }
      } catch {
        refuse(number, error.why, advice: error.advice)
      }
    }
    return items
  }

  private mutating func wish(of line: Line) -> ListPlan.Wish {
    var wish = ListPlan.Wish(isExact: line.isExact)
    for name in line.adding {
      if let id = list(name, line.number, isAdded: true) { wish.adding.insert(id) }
    }
    for name in line.removing {
      guard let id = list(name, line.number, isAdded: false) else { continue }
      wish.removing.insert(id)
      if wish.adding.contains(id) {
        refuse(line.number, "\"\(name)\" in both \"add\" and \"remove\"")
      }
    }
    return wish
  }

  /// The list that a line names; if it does not exist, the plan creates it, or the line has a mistake.
  private mutating func list(_ name: String, _ line: Int, isAdded: Bool) -> StarList.ID? {
    do throws(CommandFailure) {
      return try lists.named(name, nil).list.id
    } catch {
      let isNew = isAdded && error.kind == .notFound
      guard isNew, createsLists else {
        refuse(line, error.why, advice: isNew ? "create it with --create-lists" : error.advice)
        return nil
      }
    }
    do throws(CommandFailure) {
      try StarListEditor.check(name: name)
    } catch {
      refuse(line, error.why)
      return nil
    }
    guard lists.count < StarList.maxCount else {
      refuse(line, "no room for the list \"\(name)\": GitHub allows only \(StarList.maxCount)")
      return nil
    }
    // GitHub's identifiers have capitals.
    let id = name.lowercased()
    let new = StarList(id: id, name: name, slug: id, isPrivate: false, repositoryCount: 0)
    newLists.append(new)
    lists.append(StarListContents(list: new, members: []))
    return id
  }
}
