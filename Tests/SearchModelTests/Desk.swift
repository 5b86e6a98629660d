import Foundation
import GitHubModel
import Locking
import Reactive
import ReactiveTesting
import SearchModel

/// A search on a virtual clock, with ports that the test answers by hand.
final class Desk: Sendable {
  let clock: VirtualTimeScheduler
  let searches: Calls<SearchRequest, SearchOutcome>
  let local = Calls<String, [Repository]>()
  let starReads = Calls<[Repository], StarLookup>()
  let starWrites = Calls<StarWrite, SearchFailure?>()
  let favouriteWrites = Calls<FavouriteWrite, SearchFailure?>()
  let facts = Calls<RepositoryName, Result<Repository, SearchFailure>>()
  let readmes = Calls<RepositoryName, Result<String?, SearchFailure>>()
  let remembered = Calls<String, Void>()
  /// When each search was made.
  let searchTimes = Guarded<[Date]>([])
  let budget: Guarded<SearchBudget>
  /// Called once, after a rest has ended and before the model hears of it.
  let restEnded = Guarded<(@Sendable () -> Void)?>(nil)
  let model: SearchViewModel

  var state: SearchState { model.state }
  var now: Date { Self.date(clock) }

  convenience init(
    budget: SearchBudget = SearchBudget(for: .signedIn),
    history: [String] = []
  ) {
    self.init(sharing: Guarded(budget), on: VirtualTimeScheduler(), history: history)
  }

  /// A search that shares its budget, as processes do, and the time with others.
  init(
    sharing budget: Guarded<SearchBudget>,
    on clock: VirtualTimeScheduler,
    answering searches: Calls<SearchRequest, SearchOutcome> = Calls(),
    history: [String] = []
  ) {
    self.clock = clock
    self.searches = searches
    self.budget = budget
    let now = { @Sendable [clock] in Self.date(clock) }
    let detail = DetailViewModel(
      services: DetailServices(
        facts: { [facts] in facts.publisher($0) },
        readme: { [readmes] in readmes.publisher($0) }
      ),
      scheduler: clock
    )
    let services = SearchServices(
      claim: { [restEnded] _ in
        restEnded.withLock { $0.take() }?()
        return Just(budget.withLock { $0.claim(at: now()) }).eraseToAnyPublisher()
      },
      readBudget: { _ in Just(budget.withLock { $0.reading(at: now()) }).eraseToAnyPublisher() },
      search: { [searches, searchTimes] request in
        searchTimes.withLock { $0.append(now()) }
        return searches.publisher(request)
      },
      findLocally: { [local] in local.publisher($0) },
      readStars: { [starReads] in starReads.publisher($0) },
      writeStar: { [starWrites] in starWrites.publisher($0) },
      readFavourites: { Just(.success([])).eraseToAnyPublisher() },
      writeFavourite: { [favouriteWrites] in favouriteWrites.publisher($0) },
      readHistory: { Just(history).eraseToAnyPublisher() },
      remember: { [remembered] in remembered.publisher($0) }
    )
    model = SearchViewModel(services: services, detail: detail, scheduler: clock, now: now)
  }

  private static func date(_ clock: VirtualTimeScheduler) -> Date {
    epoch + TimeInterval(clock.now.nanoseconds) / 1e9
  }
}

// MARK: - What a user does

extension Desk {
  /// Types a text key by key, so many milliseconds apart, after what is there already.
  func type(_ text: String, every milliseconds: Int = 50) {
    var typed = state.text
    for character in text {
      typed.append(character)
      model.query.send(QueryInput(typed))
      clock.advance(by: .milliseconds(milliseconds))
    }
  }

  /// Replaces the text in one piece that may go on.
  func edit(_ text: String) {
    model.query.send(QueryInput(text))
  }

  func paste(_ text: String) {
    model.query.send(QueryInput(text, .whole))
    clock.run()
  }

  func act(_ action: SearchAction) {
    model.actions.send(action)
    clock.run()
  }

  func wait(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
  }
}

// MARK: - What GitHub does

extension Desk {
  /// Answers a search, the last one unless told otherwise, and reports to the budget as ports do.
  func answer(_ result: Result<SearchAnswer, SearchFailure>, at index: Int? = nil) {
    let now = now
    let reading = budget.withLock { budget in
      budget.record(BudgetReport(result), at: now)
      return budget.reading(at: now)
    }
    searches.answer(SearchOutcome(result, budget: reading), at: index)
    clock.run()
  }

  func answer(_ repositories: [Repository], total: Int? = nil, at index: Int? = nil) {
    answer(.success(SearchModelTests.answer(repositories, total: total)), at: index)
  }

  /// Pastes a query and answers it.
  func load(_ text: String, _ repositories: [Repository], total: Int? = nil) {
    paste(text)
    answer(repositories, total: total)
  }
}
