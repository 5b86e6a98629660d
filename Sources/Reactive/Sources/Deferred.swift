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
  @preconcurrency
  @inlinable
  public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Makes the publisher and attaches the subscriber to it.
  @inlinable
  @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}
