extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Passes on the values of the latest publisher only.
  ///
  /// Takes a publisher of publishers. When a new one arrives, the one before it is cancelled, and a
  /// value of it that still waits is dropped. So no value of an old publisher is seen after a value
  /// of a new one: the answer to an old text never takes the place of the answer to a new text. (A
  /// value that another thread is delivering at that very moment still arrives, before any of the
  /// new one.)
  ///
  /// - **Demand** outlives the switch: what was asked for and not delivered is asked of the new
  ///   publisher. The publisher of publishers is asked for everything.
  /// - **End.** The stream finishes when the publisher of publishers and the latest publisher have
  ///   both finished. An error of either ends it and cancels the other.
  /// - **Threads.** A publisher is cancelled, and its successor subscribed to, on the thread on
  ///   which the successor arrives. They may send from different threads; deliveries do not
  ///   overlap.
  /// - **Cancelling** cancels the latest publisher, then the publisher of publishers.
  ///
  /// ```marble
  /// words             -a----b------|
  /// for a              --1--!
  /// for b                   ----3---4-|
  /// switchToLatest()  ---1------3---4-|
  /// ```
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Passes on the values of the latest publisher only, which may fail.
  ///
  /// As `switchToLatest()`, for a publisher of publishers that cannot fail itself.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Passes on the values of the latest publisher only; nothing can fail.
  ///
  /// As `switchToLatest()`, where neither the publishers nor the publisher of publishers
  /// fail.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Passes on the values of the latest publisher only, which cannot fail.
  ///
  /// As `switchToLatest()`, for a publisher of publishers that can fail itself.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publishers {
  /// A publisher of the values of the latest of many publishers.
  ///
  /// See `Publisher.switchToLatest()`.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P.Failure == Upstream.Failure, P == Upstream.Output {
    /// The kind of values sent.
    public typealias Output = P.Output

    /// The kind of error that can end the stream.
    public typealias Failure = P.Failure

    /// The publisher that publishers come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let outer = SwitchSubscriber<S, P>(subscriber)
      subscriber.receive(subscription: outer)
      upstream.subscribe(outer)
    }
  }
}
