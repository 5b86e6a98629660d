/// A stage that changes nothing and tells closures what passes: `handleEvents` and `print`.
///
/// `handleEvents` lets its closures go at the end of the stream and on cancellation; what `print`
/// prints with holds nothing, and goes on saying what comes.
@usableFromInline
final class Watch<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
  Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline
  @frozen
  struct Closures: Sendable {
    @usableFromInline var subscription: (@Sendable (any Subscription) -> Void)?
    @usableFromInline var output: (@Sendable (Input) -> Void)?
    @usableFromInline var completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline var cancel: (@Sendable () -> Void)?
    @usableFromInline var request: (@Sendable (Subscribers.Demand) -> Void)?
    @usableFromInline var answer: (@Sendable (Subscribers.Demand) -> Void)?

    @inlinable
    init(
      subscription: (@Sendable (any Subscription) -> Void)? = nil,
      output: (@Sendable (Input) -> Void)? = nil,
      completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
      cancel: (@Sendable () -> Void)? = nil,
      request: (@Sendable (Subscribers.Demand) -> Void)? = nil,
      answer: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) {
      self.subscription = subscription
      self.output = output
      self.completion = completion
      self.cancel = cancel
      self.request = request
      self.answer = answer
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let upstream = Upstream()
  @usableFromInline let closures: Locked<Closures>
  @usableFromInline let releases: Bool

  @inlinable
  init(
    _ downstream: Downstream,
    name: StaticString,
    releases: Bool,
    subscription: (@Sendable (any Subscription) -> Void)?,
    output: (@Sendable (Input) -> Void)?,
    completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?,
    cancel: (@Sendable () -> Void)?,
    request: (@Sendable (Subscribers.Demand) -> Void)?,
    answer: (@Sendable (Subscribers.Demand) -> Void)?
  ) {
    self.downstream = downstream
    self.name = name
    self.releases = releases
    closures = Locked(
      Closures(
        subscription: subscription,
        output: output,
        completion: completion,
        cancel: cancel,
        request: request,
        answer: answer
      )
    )
  }

  @inlinable var description: String { "\(name)" }

  @inlinable
  func receive(subscription: any Subscription) {
    current.subscription?(subscription)
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    current.output?(input)
    let more = downstream.receive(input)
    current.answer?(more)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    current.completion?(completion)
    _ = upstream.close()
    release()
    downstream.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    current.request?(demand)
    upstream.request(demand)
  }

  @inlinable
  func cancel() {
    current.cancel?()
    guard let last = upstream.close() else { return }
    release()
    last.cancel()
  }

  @inlinable var current: Closures { closures.withLock { $0 } }

  @inlinable
  func release() {
    guard releases else { return }
    let last = closures.withLock { closures in
      let last = closures
      closures = Closures()
      return last
    }
    _ = last
  }
}
