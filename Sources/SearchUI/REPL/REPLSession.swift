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
      case .star(let isStarred, let targets): try await star(isStarred, repositories(targets))
      case .favorite(let isFavorite, let targets):
        try await setFavorite(isFavorite, repositories(targets))
      case .view(let targets): try await view(repositories(targets))
      case .open(let targets): try await open(repositories(targets))
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

  /// The repositories that a command names; fails if one does not exist, before anything is done.
  func repositories(_ targets: [REPLTarget]) async throws(REPLResult) -> [Repository] {
    var repositories: [Repository] = []
    for target in targets {
      switch target {
      case .row(let number): repositories.append(try row(number))
      case .repository(let name): repositories.append(try await repository(name))
      }
    }
    return repositories
  }

  private func row(_ number: Int) throws(REPLResult) -> Repository {
    guard number <= shown.count else { throw .failed(REPLFailure(row: number, of: shown.count)) }
    let repository = shown[number - 1]
    guard search.state.rows.contains(where: { $0.id == repository.id }) else {
      throw .failed(REPLFailure(.usage, "rows", "the list has changed", advice: "search again"))
    }
    return repository
  }

  /// A row with that name, whether it is printed yet or not; any other repository is asked for.
  private func repository(_ name: RepositoryName) async throws(REPLResult) -> Repository {
    if let row = search.state.rows.first(where: { $0.repository.name == name }) {
      return row.repository
    }
    do throws(SearchFailure) {
      return try await search.client.facts(name)
    } catch {
      if error == .cancelled { throw .cancelled }
      throw .failed(REPLFailure(error, operation: "find \(name)"))
    }
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
    search.actions.send(.edit("", .whole))
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
