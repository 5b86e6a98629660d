package import GitHubModel
package import Reactive

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One's own stars from the local copy: ordered, filtered offline, unstarred with a way back.
package final class StarsViewModel: Sendable {
  /// What the user does.
  package let actions = PassthroughSubject<StarsAction, Never>()

  private let loop: StateLoop<StarsState, StarsEvent, StarsEffect>
  private let pipelines: [AnyCancellable]

  /// Makes the list and loads it.
  ///
  /// - Parameters:
  ///   - services: what it calls.
  ///   - scheduler: the time between two changes.
  ///   - now: the time of day.
  package init<Context: Scheduler>(
    services: StarsServices,
    scheduler: Context,
    now: @escaping @Sendable () -> Date
  ) {
    let loop = StateLoop<StarsState, StarsEvent, StarsEffect>(StarsState()) { state, event in
      StarsReducer.reduce(&state, event, now: now())
    }
    self.loop = loop
    pipelines = [
      loop.feed(loop.effects.flatMap { Self.answer($0, services, scheduler) }),
      loop.feed(actions.map(StarsEvent.action)),
    ]
    actions.send(.reload)
  }

  /// The state of the moment and every change of it.
  package var states: AnyPublisher<StarsState, Never> { loop.changes }

  package var state: StarsState { loop.states.value }

  private static func answer<Context: Scheduler>(
    _ effect: StarsEffect,
    _ services: StarsServices,
    _ scheduler: Context
  ) -> AnyPublisher<StarsEvent, Never> {
    switch effect {
    case .load: services.load().map(StarsEvent.loaded).eraseToAnyPublisher()
    case .write(let write, let wait):
      Alarm(write, after: wait, scheduler: scheduler)
        .flatMap { services.unstar($0.repository) }
        .map { .written(write, $0) }.eraseToAnyPublisher()
    }
  }
}

/// The ports of the stars as publishers that answer once; see ``SearchServices``.
package struct StarsServices: Sendable {
  package typealias Answer<Value> = AnyPublisher<Value, Never>

  package var load: @Sendable () -> Answer<Result<[StarredRepository], SearchFailure>>
  /// Answers what went wrong, or nil.
  package var unstar: @Sendable (Repository) -> Answer<SearchFailure?>

  package init(
    load: @escaping @Sendable () -> Answer<Result<[StarredRepository], SearchFailure>>,
    unstar: @escaping @Sendable (Repository) -> Answer<SearchFailure?>
  ) {
    self.load = load
    self.unstar = unstar
  }

  /// Calls the ports, each call in a task that the subscription can cancel.
  package init(listing: any StarListing, keeping: any StarKeeping) {
    self.init(
      load: {
        .running { await .catching { () async throws(SearchFailure) in try await listing.stars() } }
      },
      unstar: { repository in
        .running {
          await .catching { () async throws(SearchFailure) in try await keeping.unstar(repository) }
        }
      }
    )
  }
}
