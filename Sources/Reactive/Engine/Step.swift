/// What a step makes of one value.
@usableFromInline
enum Verdict<Output> {
  /// Pass this on.
  case send(Output)

  /// Pass nothing on, and make up for it with a demand of one.
  case skip

  /// Pass this on and end the stream.
  case last(Output)

  /// End the stream here.
  case finish
}

/// How far a stage trusts its upstream to keep the rules, which is as far as Combine's does.
@usableFromInline
enum Trust: Sendable {
  /// Traps on anything that comes before the subscription; ignores what comes after the end.
  case none

  /// Ignores what comes before the subscription or after the end.
  case whileConnected

  /// Ignores what comes after the end.
  case untilClosed

  /// Takes every value.
  case full
}

/// The part of an operator that is its own: what it does with a value.
///
/// Everything else, which is to say the subscription, demand, cancellation and the end, is done by
/// ``Relay`` and ``Stage``.
@usableFromInline
protocol Step<Input, Output> {
  associatedtype Input
  associatedtype Output
  associatedtype Thrown: Error

  /// The bare name of the operator, which is its subscription's description.
  var name: StaticString { get }

  /// How far it trusts its upstream.
  static var trust: Trust { get }

  mutating func receive(_ input: Input) throws(Thrown) -> Verdict<Output>
}

extension Step {
  @inlinable static var trust: Trust { .none }
}

/// A step that cannot throw and needs no state of its stage.
@usableFromInline
protocol PureStep<Input, Output> {
  associatedtype Input
  associatedtype Output

  /// The bare name of the operator.
  var name: StaticString { get }

  func receive(_ input: Input) -> Verdict<Output>
}

/// How the error type of a stage follows from the one above it.
@usableFromInline
protocol FailureRule {
  associatedtype Upstream: Error
  associatedtype Thrown: Error
  associatedtype Failure: Error

  static func lift(_ error: Upstream) -> Failure
  static func lift(thrown error: Thrown) -> Failure
}

/// A stage that cannot throw keeps the error type.
@usableFromInline
enum Keeps<Failure: Error>: FailureRule {
  @inlinable
  static func lift(_ error: Failure) -> Failure {
    error
  }

  @inlinable
  static func lift(thrown error: Never) -> Failure {}
}

/// A stage that can throw widens it to any error.
@usableFromInline
enum Widens<Upstream: Error>: FailureRule {
  @inlinable
  static func lift(_ error: Upstream) -> any Error {
    error
  }

  @inlinable
  static func lift(thrown error: any Error) -> any Error {
    error
  }
}
