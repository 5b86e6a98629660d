import Foundation
package import GitHubModel
package import Locking
package import Reactive
package import ReactiveTesting
package import SearchModel
package import SearchUI
package import Terminal

/// The driver on virtual time: the test is the event loop.
package final class Desk {
  package let clock = VirtualTimeScheduler()
  package let terminal = RecordingTerminal()
  package let search: SearchViewModel
  package let answers = PassthroughSubject<SearchOutcome, Never>()
  package let stars = PassthroughSubject<SearchFailure?, Never>()
  package let opened = Guarded<[String]>([])
  package let driver: ScreenDriver<RecordingTerminal>
  package private(set) var time = ContinuousClock.now
  package private(set) var next = EventLoop.Next.leave

  package init(
    options: ScreenOptions = ScreenOptions(),
    isAccessible: Bool = false,
    text: String = "",
    size: ScreenSize = .fallback,
    fetchPicture: @escaping @Sendable (Owner) async -> Picture? = { _ in nil }
  ) {
    let clock = clock
    let now = { @Sendable in epoch + TimeInterval(clock.now.nanoseconds) / 1e9 }
    let reading = BudgetReading(limit: 30, remaining: 29)
    let (answers, stars) = (answers, stars)
    let services = SearchServices(
      claim: { _ in Just(.granted(reading)).eraseToAnyPublisher() },
      readBudget: { _ in Just(reading).eraseToAnyPublisher() },
      search: { _ in answers.first().eraseToAnyPublisher() },
      findLocally: { _ in Just([]).eraseToAnyPublisher() },
      readStars: { _ in Just(.success([1: false])).eraseToAnyPublisher() },
      writeStar: { _ in stars.first().eraseToAnyPublisher() },
      readFavourites: { Just(.success([])).eraseToAnyPublisher() },
      writeFavourite: { _ in Just(nil).eraseToAnyPublisher() },
      readHistory: { Just([]).eraseToAnyPublisher() },
      remember: { _ in Just(()).eraseToAnyPublisher() }
    )
    let details = DetailServices(
      facts: { _ in Just(.failure(.notFound)).eraseToAnyPublisher() },
      readme: { _ in Just(.success(nil)).eraseToAnyPublisher() }
    )
    search = SearchViewModel(
      services: services,
      detail: DetailViewModel(services: details, scheduler: clock),
      scheduler: clock,
      now: now
    )
    let configuration = InteractiveSearch.Configuration(
      options: options,
      initialText: text,
      isAccessible: isAccessible,
      now: now,
      openPage: { [opened] url in
        opened.withLock { $0.append(url) }
        return nil
      },
      fetchPicture: fetchPicture
    )
    driver = ScreenDriver(configuration, search: search, device: terminal, size: size)
  }

  package var frames: [Frame] { terminal.told.frames }
  package var lastLines: [String] { frames.last?.grid.lines ?? [] }

  /// One turn of the loop.
  package func turn(_ events: [EventLoop.Event] = []) {
    next = driver.step(events, at: time)
  }

  /// A burst of keys in one read.
  package func press(_ keys: [Key]) { turn(keys.map { .input(.key($0)) }) }

  package func type(_ text: String) {
    press(text.unicodeScalars.map { .character(Character($0)) })
  }

  /// Lets time pass, with the turns that the driver asked for and those that others woke it for.
  package func wait(_ milliseconds: Int) {
    for _ in 0..<milliseconds {
      let wakes = terminal.told.wakes
      time += .milliseconds(1)
      clock.advance(by: .milliseconds(1))
      if terminal.told.wakes > wakes { turn() }
      if let deadline, deadline <= time { turn() }
    }
  }

  package var deadline: ContinuousClock.Instant? {
    if case .wait(let until) = next { until } else { nil }
  }

  package func answer(_ repositories: [Repository], total: Int = 12_345) {
    let page = RepositoryPage(repositories: repositories, totalCount: total)
    let budget = BudgetReading(limit: 30, remaining: 28)
    meanwhile {
      answers.send(SearchOutcome(.success(SearchAnswer(page: page)), budget: budget))
    }
  }

  /// Calls back for every state, on the thread that brought it about.
  package func watch(_ body: @escaping @Sendable (SearchState) -> Void) -> AnyCancellable {
    search.states.sink { state in body(state) }
  }

  package func acknowledgeStar() {
    meanwhile { stars.send(nil) }
  }

  /// What another thread does, and the turn of the loop that it asks for.
  private func meanwhile(_ body: () -> Void) {
    let wakes = terminal.told.wakes
    body()
    if terminal.told.wakes > wakes { turn() }
  }
}
