import Essentials
import GitHubModel
import Reactive
import SearchModel
import Terminal

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

  mutating func answer(_ line: String) async -> REPLResult {
    do throws(REPLFailure) {
      return await perform(try REPLRequest(line))
    } catch {
      return refuse(error)
    }
  }

  func refuse(_ why: String) -> REPLResult {
    refuse(REPLFailure(.usage, "read a line", why, advice: "write UTF-8 text, one query per line"))
  }

  private func refuse(_ failure: REPLFailure) -> REPLResult {
    ports.note(failure.message.line + "\n")
    return .failed(failure)
  }

  /// Waits until every change is acknowledged or written.
  func finish() async {
    _ = await firstState { !$0.hasPendingChanges }
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
      case .undo: try await undo()
      case .stars(let text): try await show(.stars, matching: text)
      case .lists(let name): try await showLists(name)
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

  /// A row with that name, whether it is printed yet or not; any other repository is requested from GitHub.
  private func repository(_ name: RepositoryName) async throws(REPLResult) -> Repository {
    if let row = search.state.rows.first(where: { $0.repository.name == name }) {
      return row.repository
    }
    do throws(SearchFailure) {
      return try await search.client.facts(name)
    } catch {
      if error.kind == .cancelled { throw .cancelled }
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
  /// The state that answers the request, however long the rate limit delays it.
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
  ///   - condition: whether a state is the one to wait for.
  ///   - act: called once no state can be missed.
  /// - Returns: Nil if the task is canceled; if it had been before, `act` is not called.
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

/// Commands on rows and other repositories: star, favorite, view, open.
extension REPLSession {
  /// One after another, each acknowledged before the next.
  func star(_ isStarred: Bool, _ repositories: [Repository]) async throws(REPLResult) {
    for (index, repository) in repositories.enumerated() {
      do throws(REPLResult) {
        try await star(isStarred, repository)
      } catch {
        throw error.adding(repositories[(index + 1)...])
      }
    }
  }

  /// Undoes the last change that has not been undone; each is of one repository, even if a line made several.
  func undo() async throws(REPLResult) {
    switch search.state.undoableChanges.last {
    case .stars(let change):
      guard change.isKnown else {
        search.actions.send(.undo)
        let why = "it is not known which of them were starred before"
        throw .failed(REPLFailure(.usage, ":undo", why, advice: "use :star or :unstar"))
      }
      for repository in change.repositories {
        try await star(!change.isStarred, repository, by: .undo)
      }
    case .favorites(let isFavorite, let repositories):
      try await setFavorite(!isFavorite, repositories, by: .undo)
    case .lists, .note, nil: note("ghsearch: nothing to undo")
    }
  }

  private func star(
    _ isStarred: Bool,
    _ repository: Repository,
    by action: SearchAction? = nil
  ) async throws(REPLResult) {
    let id = repository.id
    // A change that was canceled may still be under way, and the model leaves it alone.
    guard await firstState(where: { !$0.stars[id].isPending }) != nil else { throw .cancelled }
    let begun = await firstState(
      where: { !$0.stars[id].isChanged(to: isStarred) },
      after: { search.actions.send(action ?? .setStar(isStarred, [repository])) }
    )
    guard begun != nil, let state = await firstState(where: { !$0.stars[id].isPending }) else {
      throw .cancelled
    }
    guard state.stars[id] == .known(isStarred) else {
      throw .failed(
        takeFailure(state, operation: "\(isStarred ? "star" : "unstar") \(repository.name)")
      )
    }
    try print([REPLText.starred(repository, isStarred)])
  }

  func setFavorite(
    _ isFavorite: Bool,
    _ repositories: [Repository],
    by action: SearchAction? = nil
  ) async throws(REPLResult) {
    for repository in repositories {
      let id = repository.id
      let begun = await firstState(
        where: { $0.favorites.contains(id) == isFavorite },
        after: { search.actions.send(action ?? .setFavorite(isFavorite, [repository])) }
      )
      guard begun != nil, let state = await firstState(where: { $0.pendingFavorites.isEmpty })
      else {
        throw .cancelled
      }
      guard state.favorites.contains(id) == isFavorite else {
        throw .failed(takeFailure(state, operation: "favorite \(repository.name)"))
      }
      try print([REPLText.favorite(repository, isFavorite)])
    }
  }

  /// The reason; its banner is dismissed, since the failure is printed.
  private func takeFailure(_ state: SearchState, operation: String) -> REPLFailure {
    search.actions.send(.dismissBanner)
    return failure(of: state, operation: operation)
  }

  func open(_ repositories: [Repository]) async throws(REPLResult) {
    for repository in repositories {
      if let problem = await ports.openPage(repository.url) {
        throw .failed(REPLFailure(.localFile, "open \(repository.url)", problem))
      }
    }
    search.actions.send(.use)
  }
}

// MARK: - Details

extension REPLSession {
  func view(_ repositories: [Repository]) async throws(REPLResult) {
    for (index, repository) in repositories.enumerated() {
      let isRow = search.state.rows.contains { $0.id == repository.id }
      let (detail, star) =
        isRow
        ? (try await detail(of: repository), search.state.stars[repository.id])
        : await fetched(repository)
      if case .failed(let failure) = detail.facts {
        throw .failed(REPLFailure(failure, operation: "view \(repository.name)"))
      }
      let text = RepositoryLines(detail: detail, star: star, style: table.style, now: ports.now())
      try print((index > 0 ? [""] : []) + text.lines)
      if case .failed(let failure) = detail.readme {
        let operation = "read the README of \(repository.name)"
        note(REPLFailure(failure, operation: operation).message.line)
      }
    }
  }

  /// The detail and the star state of a repository that is not a row.
  private func fetched(_ repository: Repository) async -> (DetailState, StarState) {
    let readme: Result<String?, SearchFailure>
    do throws(SearchFailure) {
      readme = .success(try await search.client.readme(repository.name))
    } catch {
      readme = .failure(error)
    }
    // The details say nothing about a star state that cannot be read.
    let stars = try? await search.client.stars([repository])
    let isStarred = stars?[repository.id]
    return (
      DetailState(facts: repository, readme: readme), isStarred.map(StarState.known) ?? .unknown
    )
  }

  /// The complete detail of a row.
  ///
  /// Afterwards no detail is shown, so that the next `:view` loads it again.
  private func detail(of repository: Repository) async throws(REPLResult) -> DetailState {
    let state = await firstState(
      where: { $0.detail.repository?.id == repository.id && $0.detail.isDone },
      after: {
        search.actions.send(.select(repository.id))
        search.actions.send(.showDetail(true))
      }
    )
    search.actions.send(.showDetail(false))
    guard let state, await firstState(where: { $0.detail.repository == nil }) != nil else {
      throw .cancelled
    }
    return state.detail
  }
}

extension DetailState {
  fileprivate var isDone: Bool { facts.isOver && readme.isOver }
}

extension Loadable {
  fileprivate var isOver: Bool {
    switch self {
    case .absent, .loading: false
    case .loaded, .failed: true
    }
  }
}

extension REPLResult {
  /// Adds the changes that were not tried because of it.
  fileprivate func adding(_ rest: ArraySlice<Repository>) -> Self {
    guard case .failed(var failure) = self, !rest.isEmpty else { return self }
    failure.message.why +=
      rest.count == 1 ? " (1 more not tried)" : " (\(rest.count) more not tried)"
    return .failed(failure)
  }
}
