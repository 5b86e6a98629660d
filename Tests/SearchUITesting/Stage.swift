package import Foundation
package import GitHubModel
package import SearchModel
package import SearchUI
package import Terminal

/// What a test relies on is not there.
package enum StageError: Error {
  case noKey(String)
  case noPlan
  case noRow
}

/// A screen and its search, with both reducers and no threads: what a user does and GitHub answers.
package struct Stage {
  package private(set) var screen: ScreenState
  package private(set) var search = SearchState()
  /// What the screen asked of the program, in order.
  package private(set) var effects: [ScreenEffect] = []
  /// What the search asked of its services, in order.
  package private(set) var requests: [SearchEffect] = []
  package var time = ContinuousClock.now
  package var now = epoch

  package init(
    _ columns: Int,
    _ rows: Int,
    options: ScreenOptions = ScreenOptions(),
    history: [String] = []
  ) {
    let size = ScreenSize(columns: columns, rows: rows)
    screen = ScreenState(options: options, size: size, now: epoch)
    tell(.historyRead(history))
    tell(.budgetRead(BudgetReading(limit: 30, remaining: 29)))
  }

  package var frame: Frame { SearchScreen.frame(screen) }
  package var lines: [String] { frame.grid.lines }
  package var text: String { lines.joined(separator: "\n") }

  // MARK: The user

  package mutating func send(_ event: ScreenEvent) {
    screen.now = now
    for effect in ScreenReducer.reduce(&screen, event, at: time) {
      switch effect {
      case .query(let input): tell(.edited(input))
      case .act(let action): tell(.action(action))
      default: effects.append(effect)
      }
    }
  }

  /// Keys by their names, as in `^S` or `Enter`.
  package mutating func press(_ names: String...) throws {
    for name in names {
      guard let key = KeyName.key(name) else { throw StageError.noKey(name) }
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

  package mutating func tell(_ event: SearchEvent) {
    let effects = SearchReducer.reduce(&search, event, now: now)
    requests += effects
    send(.search(search))
    for case .look(let repository) in effects { tell(.detailChanged(DetailState(repository))) }
  }

  /// The plan that was made last.
  package var plan: SearchPlan? {
    for case .search(let plan) in requests.reversed() { return plan }
    return nil
  }

  /// The pages that were asked for.
  package var pages: [Int] {
    requests.compactMap { if case .search(let plan) = $0 { plan.request?.page } else { nil } }
  }

  /// Lets the last plan leave.
  package mutating func leave(remaining: Int = 28) throws -> SearchRequest {
    guard let plan, let request = plan.request else { throw StageError.noPlan }
    tell(.rested(plan))
    tell(.sent(BudgetReading(limit: 30, remaining: remaining)))
    return request
  }

  /// Answers the last plan.
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
    try answer(.success(SearchAnswer(page: page)), remaining: remaining)
  }

  package mutating func answer(
    _ result: Result<SearchAnswer, SearchFailure>,
    remaining: Int = 28
  ) throws {
    let request = try leave(remaining: remaining)
    let reading = BudgetReading(limit: 30, remaining: remaining)
    tell(.answered(request, SearchOutcome(result, budget: reading)))
  }

  /// Types a query and answers it.
  package mutating func load(_ text: String, _ repositories: [Repository], total: Int? = nil) throws
  {
    paste(text)
    try answer(repositories, total: total)
  }

  package mutating func tellStars(_ stars: [Repository.ID: Bool]) {
    tell(.starsRead(Array(stars.keys), .success(stars)))
  }

  /// Loads the detail of the selected row.
  package mutating func loadDetail(readme: String? = Catalogue.readme) throws {
    guard let repository = search.selectedRow?.repository else { throw StageError.noRow }
    let facts = Catalogue.facts(of: repository)
    let detail = DetailState(repository, facts: .loaded(facts), readme: .loaded(readme))
    tell(.detailChanged(detail))
  }

  package mutating func failDetail(_ failure: SearchFailure) throws {
    guard let repository = search.selectedRow?.repository else { throw StageError.noRow }
    tell(.detailChanged(DetailState(repository, facts: .failed(failure))))
  }

  /// Until the search may go on.
  package mutating func useUpBudget(seconds: TimeInterval) throws {
    guard let plan else { throw StageError.noPlan }
    tell(.rested(plan))
    tell(.denied(BudgetReading(limit: 30, remaining: 0, resumesAt: now + seconds)))
  }
}
