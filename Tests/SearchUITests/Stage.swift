import Foundation
import GitHubModel
import SearchUI
import Terminal
import Testing

@testable import SearchModel

/// A screen and its search, with both reducers and no threads: what a user does and GitHub answers.
struct Stage {
  private(set) var screen: ScreenState
  private(set) var search = SearchState()
  /// What the screen asked of the program, in order.
  private(set) var effects: [ScreenEffect] = []
  /// What the search asked of its services, in order.
  private(set) var requests: [SearchEffect] = []
  var time = ContinuousClock.now
  var now = epoch

  init(
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

  var frame: Frame { SearchScreen.frame(screen) }
  var lines: [String] { frame.grid.lines }
  var text: String { lines.joined(separator: "\n") }

  // MARK: The user

  mutating func send(_ event: ScreenEvent) {
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
  mutating func press(_ names: String...) throws {
    for name in names { send(.input(.key(try #require(KeyName.key(name), "\(name)")))) }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { send(.input(.key(.character(Character(scalar))))) }
  }

  mutating func paste(_ text: String) { send(.input(.paste(text))) }

  mutating func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    send(.input(.mouse(MouseEvent(action, at: ScreenPosition(column: column, row: row)))))
  }

  mutating func resize(_ columns: Int, _ rows: Int) {
    send(.resized(ScreenSize(columns: columns, rows: rows)))
  }

  // MARK: GitHub

  mutating func tell(_ event: SearchEvent) {
    let effects = SearchReducer.reduce(&search, event, now: now)
    requests += effects
    send(.search(search))
    for case .look(let repository) in effects { tell(.detailChanged(DetailState(repository))) }
  }

  /// The plan that was made last.
  var plan: SearchPlan? {
    for case .search(let plan) in requests.reversed() { return plan }
    return nil
  }

  /// The pages that were asked for.
  var pages: [Int] {
    requests.compactMap { if case .search(let plan) = $0 { plan.request?.page } else { nil } }
  }

  /// Lets the last plan leave.
  mutating func leave(remaining: Int = 28) throws -> SearchRequest {
    let plan = try #require(plan)
    tell(.rested(plan))
    tell(.sent(BudgetReading(limit: 30, remaining: remaining)))
    return try #require(plan.request)
  }

  /// Answers the last plan.
  mutating func answer(
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

  mutating func answer(
    _ result: Result<SearchAnswer, SearchFailure>,
    remaining: Int = 28
  ) throws {
    let request = try leave(remaining: remaining)
    let reading = BudgetReading(limit: 30, remaining: remaining)
    tell(.answered(request, SearchOutcome(result, budget: reading)))
  }

  /// Types a query and answers it.
  mutating func load(_ text: String, _ repositories: [Repository], total: Int? = nil) throws {
    paste(text)
    try answer(repositories, total: total)
  }

  mutating func tellStars(_ stars: [Repository.ID: Bool]) {
    tell(.starsRead(Array(stars.keys), .success(stars)))
  }

  /// Loads the detail of the selected row.
  mutating func loadDetail(readme: String? = Catalogue.readme) throws {
    let repository = try #require(search.selectedRow?.repository)
    var detail = DetailState(repository)
    detail.facts = .loaded(Catalogue.facts(of: repository))
    detail.readme = .loaded(readme)
    tell(.detailChanged(detail))
  }

  mutating func failDetail(_ failure: SearchFailure) throws {
    var detail = DetailState(try #require(search.selectedRow?.repository))
    detail.facts = .failed(failure)
    tell(.detailChanged(detail))
  }

  /// Until the search may go on.
  mutating func useUpBudget(seconds: TimeInterval) throws {
    let plan = try #require(plan)
    tell(.rested(plan))
    tell(.denied(BudgetReading(limit: 30, remaining: 0, resumesAt: now + seconds)))
  }
}
