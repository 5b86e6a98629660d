import ArgumentParser
import GitHubAPI
import GitHubModel
import JSON
import RepositoryStore
import Terminal

/// `ghsearch lists export`.
struct ListsExportCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the star lists of each repository, for `lists apply`.",
    usage: "ghsearch lists export [flags]",
    discussion: """
      Reads the lists from GitHub, and prints one JSON object per line for each repository in a list, \
      starred or not, such as {"repo":"vapor/vapor","lists":["Web"]}.

      EXAMPLES:
        ghsearch lists export > lists.jsonl
        ghsearch lists export | jq -c 'select(.lists | length > 1)'
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "lists export"
    let session = try Session(context)
    try await session.library.require(for: operation)
    let copy = StarListCopy(for: operation, session)
    var editor = StarListEditor(copy, of: try await copy.account())
    let shown = try await editor.current().flatMap { $0.members.map(\.id) }
    let lists = try await editor.current(showing: shown)
    // `lists apply` could not look them up.
    let hidden = Set(editor.lastReading.hiddenMembers.values.joined().map(\.id))
    var names: [Repository.ID: (member: StarList.Member, lists: [String])] = [:]
    for contents in lists {
      for member in contents.members where !hidden.contains(member.id) {
        names[member.id, default: (member, [])].lists.append(contents.list.name)
      }
    }
    var stream = ChunkedWriter(to: context.print)
    for (member, lists) in names.values.sorted(by: { Self.order($0.member) < Self.order($1.member) }
    ) {
      let row: [(String, JSONValue)] = [
        ("repo", .string(member.name.fullName)), ("lists", .array(lists.map { .string($0) })),
      ]
      JSONValue.object(row).write(to: &stream)
      stream.write("\n")
    }
    try stream.flush()
    return .success
  }

  private static func order(_ member: StarList.Member) -> String {
    member.name.fullName.lowercased()
  }
}

/// `ghsearch lists apply`.
struct ListsApplyCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Change the star lists of many repositories as a plan says.",
    usage: "ghsearch lists apply <plan> [flags]",
    discussion: """
      Each line of the plan is a JSON object about one repository: {"repo":"vapor/vapor","add":["Web"],\
      "remove":["Later"]}, or {"repo":"vapor/vapor","lists":["Web"]} for exactly these lists, which \
      is what `ghsearch lists export` prints. Lists have their names or slugs. Repositories that the \
      plan does not name keep their lists.

      Nothing is changed if any line has a mistake. Otherwise prints what each repository is added to \
      and removed from, and asks before it changes more than ten repositories, and before it removes \
      any from a list that its line only leaves out. Run an interrupted plan again to finish it. \
      `ghsearch lists undo` undoes a run, with the lists that it created.

      EXAMPLES:
        ghsearch lists apply plan.jsonl --dry-run
        ghsearch lists apply plan.jsonl --create-lists
        my-classifier | ghsearch lists apply - --yes
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The file with the plan; - for standard input, where a question needs --yes.",
      valueName: "plan"
    )
  )
  var file: String

  @Flag(help: "Create public lists for names that no list has.")
  var createLists = false

  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Output") var output: RowOptions<ListDifference>
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    if output.asksForSchema { return try await show([], [], in: context) }
    let command = MembershipCommand("lists apply", change, stars: star.star)
    let text = try JSONLines.text(of: file, for: command.operation, in: context)
    var editor = try await change.editor(for: command.operation, in: context)
    var plan = ListPlan(text, for: command.operation, at: editor.copy.session.base)
    plan.createsLists = createLists
    var items = try await plan.check(command, &editor).filter(\.isChange)
    guard plan.mistakes.isEmpty else { return Self.report(plan.mistakes, command, context) }
    let status = try await show(items, plan.lists, in: context)
    if status != .success || items.isEmpty { return status }
    if !plan.newLists.isEmpty {
      let names = plan.newLists.map { SafeText($0.name).description }.joined(separator: ", ")
      context.note("ghsearch: lists to create: \(names)")
    }
    let unstarred = items.count(where: \.needsStar)
    if unstarred > 0 { context.note("ghsearch: repositories to star: \(unstarred)") }
    if change.dryRun {
      MembershipCommand.noteDryRun(items.count, context)
      return .success
    }
    guard try await isConfirmed(items, editor) else { return .negative }
    do throws(CommandFailure) {
      let created = try await editor.create(plan.newLists)
      for index in items.indices { items[index].difference.replaceLists(created) }
    } catch {
      throw error.noting(done: 0, of: items.count)
    }
    return try await command.perform(items.map { ($0.name, .success($0)) }, &editor)
  }

  private static func report(
    _ mistakes: [ListPlan.Mistake],
    _ command: MembershipCommand,
    _ context: Context
  ) -> ExitStatus {
    for mistake in mistakes.prefix(maxShownMistakes) { context.report(mistake.failure) }
    if mistakes.count > maxShownMistakes {
      let count = Counted.text(mistakes.count - maxShownMistakes, "more mistake")
      context.report(CommandFailure(.usage, command.operation, count))
    }
    return .usage
  }

  private static let maxShownMistakes = 20

  /// Prints the changes, in the format that was asked for.
  private func show(
    _ items: [MembershipCommand.Item],
    _ lists: [StarListContents],
    in context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let rows = items.map { ListDifference($0, among: lists) }
    return try await output.deliver(in: context) { context, format throws(CommandFailure) in
      try await context.printList(rows, as: format, name: \.name, ifEmpty: "nothing to change")
      return .success
    }
  }

  private func isConfirmed(
    _ items: [MembershipCommand.Item],
    _ editor: StarListEditor
  ) async throws(CommandFailure) -> Bool {
    let unnamed = items.filter(\.wish.isExact).reduce(0) { $0 + $1.difference.removing.count }
    guard !change.yes, unnamed > 0 || items.count > MembershipCommand.maxUnconfirmed else {
      return true
    }
    var question = MembershipCommand.question(items.count)
    if unnamed > 0 {
      question += ", with \(Counted.text(unnamed, "removal")) from lists that the plan leaves out"
    }
    guard file != "-" else {
      let why = "a plan on standard input cannot be confirmed: \(question)?"
      throw CommandFailure(.usage, editor.copy.operation, why, advice: "add --yes")
    }
    return try await change.isConfirmed("\(question)?", editor)
  }
}

extension StarListEditor {
  /// Creates lists, and returns their identifiers by the provisional ones.
  fileprivate mutating func create(
    _ lists: [StarList]
  ) async throws(CommandFailure) -> [StarList.ID: StarList.ID] {
    var created: [StarList.ID: StarList.ID] = [:]
    for new in lists {
      created[new.id] = try await create(new.name, description: nil, isPrivate: false).id
    }
    return created
  }
}

extension MembershipChange {
  fileprivate mutating func replaceLists(_ lists: [StarList.ID: StarList.ID]) {
    adding = Set(adding.map { lists[$0] ?? $0 })
  }
}

// MARK: - The plan

/// A plan for star lists, and everything that is wrong with it.
struct ListPlan {
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
  private let operation: String
  private let base: APIBase
  private var lines: [Line] = []
  private var found: [Mistake] = []
  /// The user's lists, and ``newLists`` after them.
  private(set) var lists: [StarListContents] = []
  /// The lists to create, with provisional identifiers.
  private(set) var newLists: [StarList] = []

  /// The mistakes in the order of the lines.
  var mistakes: [Mistake] { found.sorted { $0.line < $1.line } }

  init(_ text: String, for operation: String, at base: APIBase) {
    (self.operation, self.base) = (operation, base)
    for (number, value) in JSONLines.values(in: text) { read(value, line: number) }
  }

  private mutating func refuse(_ line: Int, _ why: String, advice: String = "") {
    let why = "line \(line): \(why)"
    found.append((line, CommandFailure(.usage, operation, why, advice: advice)))
  }

  private mutating func read(_ json: JSONElement?, line number: Int) {
    guard let value = json.flatMap({ try? JSONValue($0) }) else {
      return refuse(number, "not JSON")
    }
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

extension ListPlan {
  /// Compares the plan with the user's lists and repositories, and returns the changes, which count only if
  /// there are no ``mistakes``.
  mutating func check(
    _ command: MembershipCommand,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [MembershipCommand.Item] {
    lists = try await editor.current()
    let wishes = lines.compactMap { line in
      let wish = wish(of: line)
      return line.name.map { (line: line.number, name: $0, wish: wish) }
    }
    let planned = try await command.plan(wishes.map { ($0.name, $0.wish) }, &editor)
    var items: [MembershipCommand.Item] = []
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
        if !items[earlier.index].join(item) {
          refuse(number, "line \(earlier.line) has other lists for \(item.name)")
        }
      } catch {
        refuse(number, error.why, advice: error.advice)
      }
    }
    return items
  }

  private mutating func wish(of line: Line) -> MembershipCommand.Wish {
    var wish = MembershipCommand.Wish(isExact: line.isExact)
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
      return try StarListArgument.list(name, among: lists, for: operation, nil).list.id
    } catch {
      let isNew = isAdded && error.kind == .notFound
      guard isNew, createsLists else {
        refuse(line, error.why, advice: isNew ? "create it with --create-lists" : error.advice)
        return nil
      }
    }
    do throws(CommandFailure) {
      try StarListText.check(name: name, for: operation)
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

// MARK: - Output

/// The lists that a plan adds a repository to and removes it from, by their names.
struct ListDifference {
  let name: RepositoryName
  let add: [String]
  let remove: [String]

  fileprivate init(_ item: MembershipCommand.Item, among lists: [StarListContents]) {
    func names(_ ids: Set<StarList.ID>) -> [String] {
      lists.map(\.list).filter { ids.contains($0.id) }.map(\.name)
    }
    name = item.repository.member.name
    (add, remove) = (names(item.difference.adding), names(item.difference.removing))
  }
}

extension ListDifference: OutputRow {
  static let rowKind = "changes of star lists"
  static let templateExample = "{{repo}}: {{add}}"
  static let synonyms = ["fullname": "repo", "added": "add", "removed": "remove"]

  var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, name.fullName), (nil, add.map { "+\($0)" }.joined(separator: ", ")),
      (.dim, remove.map { "-\($0)" }.joined(separator: ", ")),
    ]
  }

  static let fields: [Field<Self>] = [
    .text("repo", "owner and name, as in owner/name", .list) { $0.name.fullName },
    .texts("add", "the lists it is added to", .list) { $0.add },
    .texts("remove", "the lists it is removed from", .list) { $0.remove },
  ]
}
