import Reactive
import ReactiveTesting
import Testing

/// The stream that every operator of the catalogue is built over, and is turned into.
typealias Ints = AnyPublisher<Int, Problem>

/// One operator of the catalogue, and what the laws need to know about it.
///
/// The laws do not say which values come out, only how; values are the subject of the histories.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  /// The inputs of an operator besides its upstream.
  struct Surroundings: Sendable {
    /// The time of operators that have one.
    let clock: VirtualTimeScheduler

    /// Called by every closure that the operator takes: client code.
    let touch: @Sendable () -> Void

    init(
      clock: VirtualTimeScheduler = VirtualTimeScheduler(),
      touch: @escaping @Sendable () -> Void = {}
    ) {
      self.clock = clock
      self.touch = touch
    }
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// With unlimited demand every value comes out, once, unchanged, in order.
    static let keepsAll = Traits(rawValue: 1 << 0)

    /// May end before its upstream does.
    static let endsEarly = Traits(rawValue: 1 << 1)

    /// Takes time or another thread from a scheduler.
    static let scheduled = Traits(rawValue: 1 << 2)

    /// Ends otherwise than by a failure, or not at all, when upstream fails.
    static let recovers = Traits(rawValue: 1 << 3)

    /// Hands upstream's own subscription down, and so leaves it to upstream to keep the rules.
    static let passesSubscription = Traits(rawValue: 1 << 5)

    /// Repeats what a broken upstream sends before its subscription or after its end.
    static let trusts = Traits(rawValue: 1 << 6)

    /// Lets a value go that nobody has asked for.
    static let drops = Traits(rawValue: 1 << 8)

    /// Reaches its upstream through a subject, or more than one upstream.
    static let indirect = Traits(rawValue: 1 << 9)

    /// Takes no closure.
    static let plain = Traits(rawValue: 1 << 10)

    /// Has no own subscription, so that the value inside its closure is delivered even if
    /// the closure cancels.
    static let ignoresCancelInClosure = Traits(rawValue: 1 << 12)

    /// Keeps every value that nothing has asked for yet.
    static let keepsBacklog = Traits(rawValue: 1 << 14)
  }

  let name: String
  let traits: Traits
  private let make: @Sendable (Ints, Surroundings) -> Ints

  init(
    _ name: String,
    _ traits: Traits = [],
    _ make: @escaping @Sendable (Ints, Surroundings) -> some Publisher<Int, Problem>
  ) {
    (self.name, self.traits) = (name, traits)
    self.make = { make($0, $1).eraseToAnyPublisher() }
  }

  init(
    _ name: String,
    _ traits: Traits = [],
    _ make: @escaping @Sendable (Ints, Surroundings) -> some Publisher<Int, Never>
  ) {
    self.init(name, traits) { make($0, $1).setFailureType(to: Problem.self) }
  }

  var testDescription: String { name }

  /// The operator over an upstream.
  func callAsFunction(
    _ upstream: some Publisher<Int, Problem> & Sendable,
    _ surroundings: Surroundings = Surroundings()
  ) -> Ints {
    make(upstream.eraseToAnyPublisher(), surroundings)
  }

  func has(_ traits: Traits) -> Bool { self.traits.isSuperset(of: traits) }

  /// Every operator there is.
  static let all: [OperatorCase] =
    changing + keeping + counting + joining + recovering + timing + sharing

  /// The operators with a trait.
  static func all(_ traits: Traits) -> [OperatorCase] { all.filter { $0.has(traits) } }

  /// Those without any of some traits.
  static func all(without traits: Traits) -> [OperatorCase] {
    all.filter { $0.traits.isDisjoint(with: traits) }
  }
}

extension VirtualTimeScheduler {
  /// Lets as much time pass as `delay`, `debounce` and `throttle` wait, and not `timeout`.
  func tick() {
    advance(by: .milliseconds(50))
  }

  /// Lets more time pass than any operator of the catalogue waits.
  func settle() {
    advance(by: .seconds(10))
  }
}
