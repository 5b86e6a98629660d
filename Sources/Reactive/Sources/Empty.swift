/// A publisher that sends no value, and finishes at once or never.
///
/// The end does not wait for demand.
///
/// ```marble
/// Empty()  |
/// ```
///
/// ```marble
/// Empty(completeImmediately: false)  ----
/// ```
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether it ends at once.
  public let completeImmediately: Bool

  /// Makes a publisher that sends nothing.
  @inlinable public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Makes a publisher that sends nothing, of the given types.
  @inlinable public init(
    completeImmediately: Bool = true,
    outputType: Output.Type,
    failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// A publisher that fails at once.
///
/// The error does not wait for demand.
///
/// ```marble
/// Fail(error: problem)  #
/// ```
public struct Fail<Output, Failure: Error>: Publisher, Sendable {
  /// The error it fails with.
  public let error: Failure

  /// Makes a publisher that fails with an error.
  @inlinable public init(error: Failure) {
    self.error = error
  }

  /// Makes a publisher of the given type that fails with an error.
  @inlinable public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}

/// A publisher that is made anew for every subscriber.
///
/// What the closure makes is subscribed to in its place: demand, the end and the error are its own.
/// The closure runs on the thread that subscribes.
///
/// ```marble
/// Deferred { Just(1) }, A  (1|)
/// Deferred { Just(1) }, B    (1|)
/// ```
public struct Deferred<DeferredPublisher: Publisher>: Publisher, Sendable {
  /// The kind of values sent.
  public typealias Output = DeferredPublisher.Output

  /// The kind of error that can end the stream.
  public typealias Failure = DeferredPublisher.Failure

  /// The closure that makes the publisher.
  @preconcurrency public let createPublisher: @Sendable () -> DeferredPublisher

  /// Makes a publisher from a closure that is called at each subscription.
  @preconcurrency @inlinable
  public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Makes the publisher and attaches the subscriber to it.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}
