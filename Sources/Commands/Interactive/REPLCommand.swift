import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import SearchModel
import SearchUI
import Stars
import System
import Terminal

/// `ghsearch repl`: search line by line.
struct REPLCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.repl.rawValue,
    abstract: "Search line by line, without a full screen.",
    usage: "ghsearch repl [flags]",
    discussion: """
      Each line is a query, or a command that starts with a colon; `:help` lists the commands. \
      When piped, the exit status is that of the first line that failed.

      EXAMPLES:
        ghsearch repl
        printf 'swift cli\\n:star 1\\n' | ghsearch repl
      """
  )

  @Option(
    name: [.long, .customShort("L")],
    help: "Number of rows to show at a time, 1 to 1000. (default: 30)",
    transform: WholeNumber.reading(ListOptions.limits)
  )
  var limit = ListOptions.defaultLimit

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @OptionGroup var options: InteractiveOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    var context = context.connected(connection)
    switch color {
    case .auto: break
    case .always:
      (context.world.environment["NO_COLOR"], context.world.environment["CLICOLOR_FORCE"]) = (
        nil, "1"
      )
    case .never: context.world.environment["NO_COLOR"] = "1"
    }
    var session = await REPL(context, keepsHistory: !options.noHistory)
    session.limit = limit
    return try await session.run()
  }
}

/// The program in a loop: each line is run like a command, as the MCP server's tools are.
///
/// On a terminal, lines are typed with editing, history and completion, and the prompt owns the
/// terminal only while a line is typed. Otherwise, lines are read unchanged. Ctrl-C cancels the
/// command of a typed line.
struct REPL {
  private let context: Context
  private let rows = ShownRows()
  /// Whether lines are typed.
  private let isTyped: Bool
  /// The terminal for typing; nil if there is none that is usable.
  private let terminal: TerminalCapabilities?
  /// The library with the history; nil with `--no-history`.
  private let library: Library?
  /// Past search texts, newest first.
  private var history: [String]
  /// The lines that can be recalled, newest first.
  private var lines: [String]
  /// The number of rows in a list.
  var limit = ListOptions.defaultLimit
  /// The sort orders of searches and of lists of the local copy.
  private var (searchOrder, copyOrder) = (ListOrder(), ListOrder())
  private var last: REPLList?
  /// The end of the last list, including lists that ``last`` does not hold; nil if it showed
  /// nothing.
  private var end: ListSummary?

  /// The order flags that the user has chosen.
  private struct ListOrder {
    var sort: String?
    var order: SearchQuery.Order?

    var flags: [String] {
      (sort.map { ["--sort=\($0)"] } ?? []) + (order.map { ["--order=\($0.rawValue)"] } ?? [])
    }
  }

  init(_ context: Context, keepsHistory: Bool) async {
    let capabilities = TerminalCapabilities(environment: context.world.environment)
    isTyped = context.hasInputTerminal && context.terminal != nil
    terminal =
      isTyped && context.mayTakeTerminal && capabilities.isUsable ? capabilities : nil
    let base = keepsHistory ? try? APIBase(configuredIn: context.world) : nil
    library = base.map { Library($0, in: context.world) }
    history = await library?.history() ?? []
    lines = history
    var context = context
    context.shownRows = rows
    context.readInput = { () throws(OperationFailure) in
      throw OperationFailure(.usage, "read standard input", "it has the lines of the REPL")
    }
    if let terminal {
      context.ask = { [errors = context.errors] question in
        try? errors.write("\(question)\n")
        return try? await Self.line(of: LinePrompt("\(Context.answerKeys) "), on: terminal)
      }
    }
    self.context = context
  }

  /// Reads a line at the terminal; empty after Ctrl-C.
  private static func line(
    of prompt: LinePrompt,
    on terminal: TerminalCapabilities
  ) async throws(TerminalError) -> LineRead {
    switch try await prompt.answer(on: terminal) {
    case .line(let line): .line(line)
    case .canceled: .line("")
    case .end: .end
    }
  }

  /// Runs lines until the end or `:quit`, starting with `first`.
  ///
  /// - Returns: The status of the first line that failed, unless lines are typed.
  mutating func run(_ first: REPLLine = .nothing) async throws(OperationFailure) -> ExitStatus {
    if isTyped {
      Interruption.leaveKeysToLines()
      context.note("Type a query, or :help for the commands; Ctrl-D quits.")
    }
    let reader = context.lines(.typed)
    var result = ExitStatus.success
    var next = await answer(first)
    while let status = next {
      if isTyped, status == .interrupted {
        context.note("canceled")
      } else if result == .success || [.output, .interrupted].contains(status) {
        result = status
      }
      if [.output, .interrupted].contains(result) { break }
      next = await answer(try await line(from: reader))
    }
    // The user has seen the failure.
    return isTyped && result != .output ? .success : result
  }

  private func line(from reader: any LineReading) async throws(OperationFailure) -> LineRead {
    guard let terminal else {
      if isTyped { try? context.print("> ") }
      let line = await reader.next()
      if isTyped, line == .end { try? context.print("\n") }
      return line
    }
    do throws(TerminalError) {
      return try await Self.line(of: prompt, on: terminal)
    } catch {
      throw OperationFailure(.localFile, "use the terminal", "\(error)")
    }
  }

  private var prompt: LinePrompt {
    let seen = QualifierWords.Seen(rows.names)
    return LinePrompt("> ", history: lines) { text in
      Completion(of: text) { word, before in
        guard (before + word).drop(while: \.isWhitespace).hasPrefix(":") else {
          return QualifierWords.candidates(word, seen)
        }
        let words = before.split(whereSeparator: \.isWhitespace)
        if words.isEmpty {
          return LineCommand.names.map {
            LineCommand.named($0)?.operand == "" ? ":\($0)" : ":\($0) "
          }
        }
        return words.count == 1
          ? LineCommand.named(String(words[0].dropFirst()))?.choices ?? [] : []
      }
    }
  }
}

// MARK: - Answers

extension REPL {
  /// Runs a line and returns its status; nil for `:quit` and at the end.
  private mutating func answer(_ line: LineRead) async -> ExitStatus? {
    switch line {
    case .line(let line):
      if !line.isEmpty { lines = HistoryRule.adding(line, to: lines) }
      do throws(OperationFailure) {
        return await answer(try REPLLine(line))
      } catch {
        return fail(error)
      }
    case .unreadable(let why), .overlong(let why):
      return fail("read a line", why, advice: "write UTF-8 text, one query per line")
    case .end: return nil
    }
  }

  private func fail(_ failure: OperationFailure) -> ExitStatus {
    context.report(failure)
    return failure.status
  }

  private func fail(_ what: String, _ why: String, advice: String = "") -> ExitStatus {
    fail(OperationFailure(.usage, what, why, advice: advice))
  }

  private mutating func answer(_ line: REPLLine) async -> ExitStatus? {
    switch line {
    case .nothing: return .success
    case .quit: return nil
    case .run(let runs): return await run(runs)
    case .list(let list): return await show(list)
    case .more: return await more()
    case .sort(let word): return await sort(by: word)
    case .order(let order): return await self.order(order)
    case .limit(let limit):
      self.limit = limit
      end?.next?.insertFlags(["--limit=\(limit)"])
      context.note(Counted.text(limit, "row") + " at a time")
      return .success
    case .history: return show(history.map { "\(SafeText($0))\n" }.joined())
    case .help: return show(LineCommand.help)
    }
  }

  private func show(_ text: String) -> ExitStatus {
    do throws(OperationFailure) {
      try context.print(text)
      return .success
    } catch {
      return fail(error)
    }
  }

  /// Runs the program several times, stopping at the first failure.
  private mutating func run(_ runs: [[String]]) async -> ExitStatus {
    let shown = rows.names
    rows.summary = nil
    defer {
      // Only lists of repositories can be continued.
      if rows.names != shown || rows.summary?.next != nil { (last, end) = (nil, rows.summary) }
    }
    for arguments in runs {
      let status = await run(arguments)
      if status != .success { return status }
    }
    return .success
  }

  private func run(_ arguments: [String]) async -> ExitStatus {
    let name = arguments.first.flatMap(CommandName.init)
    guard name != .repl, name != .mcp, name != .interactive || terminal != nil else {
      return fail(":\(arguments[0])", "cannot be used here", advice: "leave first: use :quit")
    }
    let context = terminal == nil ? context : context.resized()
    guard isTyped else { return await Entry.run(arguments, in: context) }
    return await Interruption.cancelable { await Entry.run(arguments, in: context) }
  }
}

// MARK: - Lists

extension REPL {
  private subscript(orderOf list: REPLList?) -> ListOrder {
    get { list?.isSearch ?? true ? searchOrder : copyOrder }
    set { if list?.isSearch ?? true { searchOrder = newValue } else { copyOrder = newValue } }
  }

  /// Shows a list from its first row.
  private mutating func show(_ list: REPLList) async -> ExitStatus {
    if list.isSearch, let text = list.text {
      if let command = REPLLine.command(meantBy: text) {
        context.note(
          "ghsearch: searching for \(SafeText(text)); did you mean \(SafeText(command))?"
        )
      }
      if HistoryRule.mayStore(text) { history = HistoryRule.adding(text, to: history) }
      if isTyped { await library?.remember(text) }
    }
    let before = (last, end)
    (last, end) = (list, nil)
    defer {
      // A failed run changes nothing.
      if end == nil { (last, end) = before }
    }
    var flags = ["--no-pager", "--limit=\(limit)"] + self[orderOf: list].flags
    // Repeating a line costs no request.
    if list.isSearch { flags.append("--cache=\(Self.cacheAge)") }
    return await showRows(list.arguments(flags))
  }

  private mutating func more() async -> ExitStatus {
    guard let end else {
      return fail(":more", "no results to continue", advice: "search first")
    }
    guard let next = end.next else {
      let rest = "no more results (\(Counted.text(rows.names.count, "row")))"
      context.note(end.advice.isEmpty ? rest : end.advice)
      return .success
    }
    rows.isContinued = true
    defer { rows.isContinued = false }
    return await showRows(next)
  }

  private mutating func showRows(_ arguments: [String]) async -> ExitStatus {
    rows.summary = nil
    let status = await run(arguments)
    // After a failure, the same rows can be requested again.
    end = rows.summary ?? end
    return status
  }

  private static let cacheAge = "5m"

  private mutating func sort(by word: String) async -> ExitStatus {
    let isSearch = last?.isSearch ?? true
    let choices =
      isSearch ? SearchQuery.Sort.allCases.map(\.rawValue) : StarOrder.allCases.map(\.rawValue)
    guard choices.contains(word) else {
      let choices = choices.joined(separator: ", ")
      return fail(
        ":sort",
        isSearch ? "takes one of \(choices)" : "this list takes one of \(choices)"
      )
    }
    self[orderOf: last].sort = word
    return await reorder()
  }

  private mutating func order(_ order: SearchQuery.Order) async -> ExitStatus {
    let sort = searchOrder.sort ?? SearchQuery.Sort.bestMatch.rawValue
    guard last?.isSearch == false || sort != SearchQuery.Sort.bestMatch.rawValue else {
      return fail(":order", "\(sort) has one order only", advice: "use :sort stars first")
    }
    self[orderOf: last].order = order
    return await reorder()
  }

  private mutating func reorder() async -> ExitStatus {
    if let last { return await show(last) }
    let sort = searchOrder.sort ?? SearchQuery.Sort.bestMatch.rawValue
    let order =
      switch SearchQuery.Sort(rawValue: sort) {
      case .bestMatch, nil: ""
      case .updated: searchOrder.order == .ascending ? ", oldest first" : ", newest first"
      default: searchOrder.order == .ascending ? ", fewest first" : ", most first"
      }
    context.note("sorted by \(sort)\(order)")
    return .success
  }
}

// MARK: - Replacing the screen

extension REPL {
  /// Runs what the screen would have started with, then lines as in ``run(_:)``; `sort` is as
  /// typed.
  mutating func run(
    _ start: SearchStart,
    sort: String?
  ) async throws(OperationFailure) -> ExitStatus {
    let text = start.text.isEmpty ? nil : start.text
    let first: REPLLine
    switch start.tab {
    case .search: first = text.map { .list(.search($0)) } ?? .nothing
    case .stars:
      let command = text == nil ? "list" : "search"
      first = .list(REPLList(command: ["stars", command], text: text))
    case .lists:
      first =
        text.map { .list(REPLList(command: ["lists", "show"], text: $0)) } ?? .run([["lists"]])
    case .favorites:
      guard text == nil, sort == nil else {
        throw OperationFailure(
          .usage,
          "interactive",
          "without a screen, favorites can only be listed",
          advice: "remove the query and --sort"
        )
      }
      first = .run([["favorites"]])
    }
    var order = ListOrder()
    if start.order == .ascending { order.order = .ascending }
    if start.tab == .search {
      order.sort = sort
      searchOrder = order
    } else {
      order.sort = sort == SearchQuery.Sort.bestMatch.rawValue ? nil : sort
      copyOrder = order
    }
    return try await run(first)
  }
}

extension [String] {
  /// Adds flags to a command's arguments, where they override earlier ones.
  fileprivate mutating func insertFlags(_ flags: Self) {
    insert(contentsOf: flags, at: firstIndex(of: "--") ?? endIndex)
  }
}
