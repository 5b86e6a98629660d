import Reactive
import ReactiveTesting
import Testing

/// The type of stream that every operator in the catalog is applied to and returns.
typealias Ints = AnyPublisher<Int, Problem>

/// An operator in the catalog, with its properties that matter to the laws.
///
/// The laws are about how values arrive; the histories test which ones.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  /// An operator's inputs besides its upstream.
  struct Surroundings: Sendable {
    /// The clock of timed operators.
    let clock: VirtualTimeScheduler

    /// Called by every closure that the operator takes.
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

    /// With unlimited demand, delivers every value once, unchanged and in order.
    static let keepsAll = Traits(rawValue: 1 << 0)

    /// May end before its upstream.
    static let endsEarly = Traits(rawValue: 1 << 1)

    /// Takes time or another thread from a scheduler.
    static let scheduled = Traits(rawValue: 1 << 2)

    /// Does not fail when its upstream fails.
    static let recovers = Traits(rawValue: 1 << 3)

    /// Forwards the upstream subscription, and relies on upstream to obey the rules.
    static let passesSubscription = Traits(rawValue: 1 << 5)

    /// Forwards events that a broken upstream sends before its subscription or after its end.
    static let trusts = Traits(rawValue: 1 << 6)

    /// Drops values without demand.
    static let drops = Traits(rawValue: 1 << 8)

    /// Has several upstreams, or subscribes to its upstream through a subject.
    static let indirect = Traits(rawValue: 1 << 9)

    /// Takes no closure.
    static let plain = Traits(rawValue: 1 << 10)

    /// Has no separate subscription, so a value inside its closure is delivered even if the
    /// closure cancels.
    static let ignoresCancelInClosure = Traits(rawValue: 1 << 12)

    /// Keeps every value without demand.
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

  /// Applies the operator to an upstream.
  func callAsFunction(
    _ upstream: some Publisher<Int, Problem> & Sendable,
    _ surroundings: Surroundings = Surroundings()
  ) -> Ints {
    make(upstream.eraseToAnyPublisher(), surroundings)
  }

  func has(_ traits: Traits) -> Bool { self.traits.isSuperset(of: traits) }

  /// All operators.
  static let all: [OperatorCase] =
    changing + keeping + counting + joining + recovering + timing + sharing

  /// The operators with a trait.
  static func all(_ traits: Traits) -> [OperatorCase] { all.filter { $0.has(traits) } }

  /// The operators without any of the traits.
  static func all(without traits: Traits) -> [OperatorCase] {
    all.filter { $0.traits.isDisjoint(with: traits) }
  }
}

extension VirtualTimeScheduler {
  /// Advances the clock by the interval of `delay`, `debounce` and `throttle`, but not of
  /// `timeout`.
  func tick() {
    advance(by: .milliseconds(50))
  }

  /// Advances the clock beyond any operator's interval.
  func settle() {
    advance(by: .seconds(10))
  }
}
