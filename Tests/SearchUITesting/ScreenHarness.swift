package import Foundation
package import GitHubModel
package import SearchModel
package import SearchUI
package import Terminal
import TerminalTesting

/// A failed precondition of a test.
package enum HarnessError: Error {
  case noKey(String)
  case noSearch
  case noRow
  case noWrite
}

/// A desired call of the search.
package enum SearchCall: Equatable {
  case search(SearchRequest)
  case readRows(RowsRequest)
  case readCounts
  case sync
  case remember(String)
  case write(Write)
  case readLists

  /// The newly desired calls.
  static func begun(from old: SearchState, to new: SearchState) -> [Self] {
    func changed<Desired: Equatable>(_ desired: KeyPath<SearchState, Desired?>) -> Desired? {
      new[keyPath: desired] == old[keyPath: desired] ? nil : new[keyPath: desired]
    }
    let writes = Write.Kind.allCases.compactMap { changed(\.[next: $0]) }.map(Self.write)
    return [
      changed(\.desired.search?.request).map { .search($0) },
      changed(\.desired.rows).map { .readRows($0.value) },
      changed(\.desired.counts).map { _ in .readCounts },
      changed(\.desired.sync).map { _ in .sync },
      changed(\.desired.unsavedQueries.last).map { .remember($0) },
      changed(\.desired.lists).map { _ in .readLists },
    ]
    .compactMap(\.self) + writes
  }
}

/// A screen and its search, with both reducers and no threads; the test plays the user and GitHub.
package struct ScreenHarness {
  package private(set) var screen: ScreenState
  private var reducer = SearchReducer()
  package var search: SearchState { reducer.state }
  /// The effects that the screen requested, in order.
  package private(set) var effects: [ScreenEffect] = []
  /// The search's calls to its services, in order.
  package private(set) var requests: [SearchCall] = []
  package var time = ContinuousClock.now
  package var now: Date

  package init(
    _ columns: Int,
    _ rows: Int,
    options: ScreenOptions = ScreenOptions(),
    history: [String] = [],
    now: Date = epoch
  ) {
    let size = ScreenSize(columns: columns, rows: rows)
    screen = ScreenState(options: options, size: size, now: now)
    self.now = now
    receive(.historyRead(history))
    receive(.budgetRead(BudgetReading(limit: 30, remaining: 29)))
  }

  /// How the user quit; nil while the screen is open.
  package var outcome: Outcome? {
    if case .leave(let outcome)? = effects.last { outcome } else { nil }
  }

  package var frame: Frame { SearchScreen.frame(screen) }
  package var lines: [String] { frame.grid.lines }
  package var text: String { lines.joined(separator: "\n") }

  // MARK: The user

  package mutating func send(_ event: ScreenEvent) {
    screen.now = now
    for effect in screen.reduce(event, at: time) {
      switch effect {
      case .act(let action): receive(.action(action))
      // The test controls the clock.
      case .toast: break
      default: effects.append(effect)
      }
    }
    screen.prepareFrame()
  }

  /// Presses keys by name, such as `^S` or `Enter`.
  package mutating func press(_ names: String...) throws {
    for name in names {
      guard let key = KeyName.key(name) else { throw HarnessError.noKey(name) }
      send(.input(.key(key)))
    }
  }

  package mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { send(.input(.key(.character(Character(scalar))))) }
  }

  package mutating func paste(_ text: String) { send(.input(.paste(text))) }

  package mutating func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    send(.input(.mouse(MouseEvent(action, at: ScreenPosition(column: column, row: row)))))
  }

  package mutating func resize(_ columns: Int, _ rows: Int) {
    send(.resized(ScreenSize(columns: columns, rows: rows)))
  }

  // MARK: GitHub

  package mutating func receive(_ event: SearchEvent) {
    let before = search
    reducer.reduce(event, at: now)
    requests += SearchCall.begun(from: before, to: search)
    send(.search(search))
  }

  /// The search that should be in progress.
  package var pending: DesiredSearch? { search.desired.search }

  /// The last request for rows of the local store.
  package var rowsRequest: RowsRequest? {
    for case .readRows(let request) in requests.reversed() { return request }
    return nil
  }

  /// Answers the last request for rows of the local store.
  package mutating func answerRows(
    _ repositories: [Repository],
    total: Int?,
    matches: [Repository.ID: TextMatch] = [:]
  ) throws {
    guard let request = rowsRequest else { throw HarnessError.noSearch }
    var page = RepositoryPage(repositories: repositories, totalCount: total)
    page.matches = matches.mapValues { [$0] }
    if request.source == .stars {
      for repository in repositories {
        page.starredAt[repository.id] = epoch - Double(repository.id) * 40 * 86_400
      }
    }
    receive(.rowsRead(request, .success(page)))
  }

  package mutating func failRows(_ failure: SearchFailure) throws {
    guard let request = rowsRequest else { throw HarnessError.noSearch }
    receive(.rowsRead(request, .failure(failure)))
  }

  /// The requested pages.
  package var pages: [Int] {
    requests.compactMap { if case .search(let request) = $0 { request.page } else { nil } }
  }

  /// Starts the last requested search.
  package mutating func leave(remaining: Int = 28) throws -> SearchRequest {
    guard let pending else { throw HarnessError.noSearch }
    receive(.began(pending))
    receive(.sent(BudgetReading(limit: 30, remaining: remaining)))
    return pending.request
  }

  /// Answers the last search.
  package mutating func answer(
    _ repositories: some Sequence<Repository>,
    total: Int? = nil,
    isIncomplete: Bool = false,
    remaining: Int = 28
  ) throws {
    let repositories = Array(repositories)
    let page = RepositoryPage(
      repositories: repositories,
      totalCount: total ?? repositories.count,
      isIncomplete: isIncomplete
    )
    try answer(.success(page), remaining: remaining)
  }

  package mutating func answer(
    _ result: Result<RepositoryPage, SearchFailure>,
    remaining: Int = 28
  ) throws {
    let request = try leave(remaining: remaining)
    let reading = BudgetReading(limit: 30, remaining: remaining)
    receive(.responded(request, result, reading))
  }

  /// Types a query and answers it.
  package mutating func load(_ text: String, _ repositories: [Repository], total: Int? = nil) throws
  {
    paste(text)
    try answer(repositories, total: total)
  }

  package mutating func receiveStars(_ stars: [Repository.ID: Bool]) {
    receive(.starsRead(Array(stars.keys), .success(stars)))
  }

  /// Completes the star write in progress; the next one starts a second later.
  package mutating func acknowledgeStar(_ failure: SearchFailure? = nil) throws {
    guard let write = search.stars.turn else { throw HarnessError.noWrite }
    receive(.written(.star(write), failure))
    now += 1
    receive(.starsRested)
  }

  /// Loads the details of the selected row.
  package mutating func loadDetail(
    readme: String? = Catalog.readme,
    at path: String = "README.md"
  ) throws {
    guard let repository = search.selectedRow?.repository else { throw HarnessError.noRow }
    let facts = Catalog.facts(of: repository)
    receive(.factsRead(repository.id, .success(facts)))
    receive(.readmeRead(repository.id, .success(readme.map { ReadmeSource($0, at: path) })))
  }

  /// Loads the selected repository's activity, whose newest commit is two weeks old.
  package mutating func loadActivity() throws {
    guard let repository = search.selectedRow?.repository else { throw HarnessError.noRow }
    var facts = Activity.Facts()
    facts.lastCommit = epoch - 14 * 86_400
    (facts.recentCommits, facts.openIssues, facts.openPullRequests) = (42, 190, 13)
    facts.archived = repository.flags.isArchived == true ? epoch - 86_400 : nil
    receive(.activityRead(repository.id, facts))
  }

  /// Loads the stars gained by the selected repository: one more each week.
  package mutating func loadGrowth() throws {
    guard let repository = search.selectedRow?.repository else { throw HarnessError.noRow }
    let today = Int(epoch.timeIntervalSince1970) / 86_400
    let weeks = (1...13).map { week in
      StarWeek(
        start: (today - week * 7) * 86_400,
        days: Array(repeating: 100 * (14 - week), count: 7)
      )
    }
    let growth = StarGrowth(StarHistory(weeks, isComplete: false, now: epoch))
    receive(.growthRead(repository.id, growth))
  }

  package mutating func failDetail(_ failure: SearchFailure) throws {
    guard let repository = search.selectedRow?.repository else { throw HarnessError.noRow }
    receive(.factsRead(repository.id, .failure(failure)))
  }

  /// Uses up the search limit for `seconds`.
  package mutating func useUpBudget(seconds: TimeInterval) throws {
    guard let pending else { throw HarnessError.noSearch }
    receive(.began(pending))
    receive(.postponed(BudgetReading(limit: 30, remaining: 0, resumesAt: now + seconds)))
  }
}
