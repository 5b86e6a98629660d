import GitHubModel
import Reactive
import SearchModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers the lines of a REPL, one after another.
///
/// It sends to the view model, waits for the state that answers it, and prints what is new. The
/// numbers that commands take are those of the rows as they were printed.
struct REPLSession: Sendable {
  let search: SearchViewModel
  let ports: REPL.Ports
  let waitLimit: Double
  var limit: Int
  var table: RowTable
  /// The repositories that the printed numbers mean, from 1.
  var shown: [Repository] = []

  init(search: SearchViewModel, options: REPL.Options, ports: REPL.Ports) {
    self.search = search
    self.ports = ports
    waitLimit = options.waitLimit
    limit = options.limit
    table = RowTable(options.style)
  }

  /// Answers a line completely.
  mutating func answer(_ line: String) async -> REPLResult {
    do throws(REPLFailure) {
      return await perform(try REPLRequest(line))
    } catch {
      return refuse(error)
    }
  }

  /// A line that could not be read.
  func refuse(_ why: String) -> REPLResult {
    refuse(REPLFailure(.usage, "read a line", why, advice: "write UTF-8 text, one query per line"))
  }

  private func refuse(_ failure: REPLFailure) -> REPLResult {
    ports.note(ports.failureLine(failure) + "\n")
    return .failed(failure)
  }

  /// Waits until every change is acknowledged or written.
  func finish() async {
    _ = await firstState { !$0.hasPendingChanges && !$0.hasPendingFavorites }
  }

  private mutating func perform(_ request: REPLRequest) async -> REPLResult {
    do throws(REPLResult) {
      switch request {
      case .nothing: break
      case .quit: return .quit
      case .query(let text): try await search(for: text)
      case .more: try await more()
      case .star(let isStarred, let numbers): try await star(isStarred, try rows(numbers))
      case .favorite(let isFavorite, let numbers):
        try await setFavorite(isFavorite, try rows(numbers))
      case .view(let numbers): try await view(try rows(numbers))
      case .open(let numbers): try await open(try rows(numbers))
      case .sort(let sort): try await self.sort(by: sort)
      case .order(let order): try await turn(order)
      case .limit(let limit):
        self.limit = limit
        note(REPLText.limit(limit))
      case .history: try print(REPLText.history(search.state.history))
      case .help: try print(REPLText.help)
      }
      return .answered
    } catch {
      if case .failed(let failure) = error { return refuse(failure) }
      return error
    }
  }
}

// MARK: - Printing

extension REPLSession {
  func print(_ lines: [String]) throws(REPLResult) {
    guard !lines.isEmpty else { return }
    guard ports.print(lines.map { $0 + "\n" }.joined()) else { throw .outputLost }
  }

  func note(_ line: String) {
    ports.note(line + "\n")
  }

  /// The repositories with these numbers; fails if one does not exist.
  func rows(_ numbers: [Int]) throws(REPLResult) -> [Repository] {
    if let number = numbers.first(where: { $0 > shown.count }) {
      throw .failed(REPLFailure(row: number, of: shown.count))
    }
    let repositories = numbers.map { shown[$0 - 1] }
    let known = Set(search.state.rows.map(\.id))
    guard repositories.allSatisfy({ known.contains($0.id) }) else {
      throw .failed(REPLFailure(.usage, "rows", "the list has changed", advice: "search again"))
    }
    return repositories
  }
}

extension REPLFailure {
  fileprivate init(row number: Int, of count: Int) {
    let why = count == 0 ? "no list yet" : "the list has \(count == 1 ? "1 row" : "\(count) rows")"
    self.init(.usage, "no row \(number)", why, advice: count == 0 ? "search first" : "")
  }
}

extension REPLSession {
  /// The state that answers what was asked for, however long the rate limit delays it.
  ///
  /// The delay is printed once, with its end; a delay longer than the limit cancels the search.
  func awaitState(
    where isDone: @escaping @Sendable (SearchState) -> Bool,
    after act: () -> Void = {}
  ) async throws(REPLResult) -> SearchState {
    var announced: Date?
    var state = await next(isDone, announced, after: act)
    while let current = state, !isDone(current) {
      announced = try waitForBudget(current)
      state = await next(isDone, announced)
    }
    guard let state else { throw abandon(.cancelled) }
    return state
  }

  /// The first state that meets a condition: the current one or any later one, however short-lived.
  ///
  /// - Parameters:
  ///   - condition: what is waited for.
  ///   - act: done once no state can be missed.
  /// - Returns: Nil when the task is canceled; when it was before, nothing is done.
  func firstState(
    where condition: @escaping @Sendable (SearchState) -> Bool,
    after act: () -> Void = {}
  ) async -> SearchState? {
    guard !Task.isCancelled else { return nil }
    let (states, continuation) = AsyncStream.makeStream(of: SearchState.self)
    let subscription = search.states.first(where: condition).sink { state in
      continuation.yield(state)
      continuation.finish()
    }
    defer { subscription.cancel() }
    act()
    for await state in states { return state }
    return nil
  }

  /// The next such state, or one that waits for a time that was not printed yet.
  private func next(
    _ isDone: @escaping @Sendable (SearchState) -> Bool,
    _ announced: Date?,
    after act: () -> Void = {}
  ) async -> SearchState? {
    await firstState(
      where: { state in
        isDone(state) || state.resumption.map { $0 > (announced ?? .distantPast) + 1 } == true
      },
      after: act
    )
  }

  /// Prints until when it waits.
  private func waitForBudget(_ state: SearchState) throws(REPLResult) -> Date? {
    guard let resumption = state.resumption else { return nil }
    let time = ports.clock(resumption)
    guard resumption.timeIntervalSince(ports.now()) <= waitLimit else {
      throw abandon(.failed(REPLFailure(budgetUntil: time)))
    }
    note("ghsearch: search limit reached; waiting until \(time) (Ctrl-C to stop)")
    return resumption
  }

  /// Cancels the search for the line.
  private func abandon(_ result: REPLResult) -> REPLResult {
    search.query.send(QueryInput("", .whole))
    return result
  }
}

extension SearchState {
  /// When the search resumes by itself; nil while it does not wait for the rate limit.
  fileprivate var resumption: Date? {
    budget.secondsLeft == nil ? nil : budget.reading?.resumesAt
  }
}

extension REPLFailure {
  fileprivate init(budgetUntil time: String) {
    self.init(
      .rateLimited,
      "search",
      "search limit reached",
      advice: "try again after \(time), or add --wait"
    )
  }
}
