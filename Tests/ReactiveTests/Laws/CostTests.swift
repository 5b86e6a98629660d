import Reactive
import ReactiveTesting
import TestSupport
import Testing

/// Law 9: subscribing allocates a bounded number of objects, and a finished stream leaves none.
///
/// The benchmarks count allocations per value, and fail if a plain chain makes any.
@Suite(.timeLimit(.minutes(20))) struct CostTests {
  /// A publisher that always sends the same subscription.
  private final class Source: Publisher, Sendable {
    typealias Output = Int
    typealias Failure = Problem

    final class Idle: Subscription {
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }

    let idle = Idle()

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Problem {
      subscriber.receive(subscription: idle)
    }
  }

  /// The catalog's `setFailureType` follows a `catch`.
  @Test(arguments: OperatorCase.all(.passesSubscription).filter { !$0.has(.recovers) })
  func `stateless operators forward the upstream subscription itself`(
    _ make: OperatorCase
  ) throws {
    let source = Source()

    let recorder = Recorder(make(source))

    #expect(try #require(recorder.subscription) as AnyObject === source.idle)
  }

  @Test(arguments: OperatorCase.all(without: .passesSubscription))
  func `stateful operators send their own subscription`(_ make: OperatorCase) throws {
    let source = Source()
    let clock = VirtualTimeScheduler()

    let recorder = Recorder(make(source, .init(clock: clock)))
    clock.tick()

    #expect(try #require(recorder.subscription) as AnyObject !== source.idle)
  }

  private enum Ending: CaseIterable {
    case cancel, finish, fail
  }

  private static let subscriptions = Rounds.count(10, of: 100)

  /// Counts all objects while the subject and the clock still exist.
  @Test(arguments: OperatorCase.all, Ending.allCases.indices)
  func `finished subscriptions leave nothing behind`(
    _ make: OperatorCase,
    _ ending: Int
  ) {
    final class Token: Sendable {
      let living: Box<Int>

      init(_ living: Box<Int>) {
        self.living = living
        living.count()
      }

      deinit {
        living.change { $0 -= 1 }
      }
    }
    let living = Box(0)
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    var recorders: [Recorder<Int, Problem>] = []

    for _ in 1...Self.subscriptions {
      let token = Token(living)
      recorders.append(
        Recorder(
          make(subject, .init(clock: clock, touch: { withExtendedLifetime(token) {} })),
          answer: { _ in withExtendedLifetime(token) { .none } }
        )
      )
    }
    clock.tick()
    subject.send(1)
    #expect(living.value == Self.subscriptions)
    switch Ending.allCases[ending] {
    case .cancel: for recorder in recorders { recorder.cancel() }
    case .finish: subject.send(completion: .finished)
    case .fail: subject.send(completion: .failure(.broken))
    }
    recorders = []
    clock.tick()

    #expect(living.value == 0)
    #expect(clock.pendingCount == 0)
    withExtendedLifetime((subject, clock)) {}
  }
}
