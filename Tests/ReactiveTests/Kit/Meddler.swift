import Reactive
import ReactiveTesting

/// A subscriber that calls back inside every call it receives.
final class Meddler: Subscriber {
  typealias Input = Int
  typealias Failure = Problem
  typealias Action = @Sendable (Recorder<Int, Problem>) -> Void

  /// Records the events it receives.
  let recorder: Recorder<Int, Problem>

  private let onSubscription: Action
  private let onEnd: Action

  init(
    demand: Subscribers.Demand = .unlimited,
    onSubscription: @escaping Action = { _ in },
    onValue: @escaping @Sendable (Recorder<Int, Problem>, Int) -> Void = { _, _ in },
    onEnd: @escaping Action = { _ in }
  ) {
    let own = Box<Recorder<Int, Problem>?>(nil)
    recorder = Recorder(demand: demand) { value in
      if let recorder = own.value { onValue(recorder, value) }
      return .none
    }
    self.onSubscription = { recorder in
      own.value = recorder
      onSubscription(recorder)
    }
    self.onEnd = { recorder in
      onEnd(recorder)
      own.value = nil
    }
  }

  func receive(subscription: any Subscription) {
    onSubscription(recorder)
    recorder.receive(subscription: subscription)
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    recorder.receive(input)
  }

  func receive(completion: Subscribers.Completion<Problem>) {
    recorder.receive(completion: completion)
    onEnd(recorder)
  }
}
