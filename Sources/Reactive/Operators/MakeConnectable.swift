extension Publisher where Failure == Never {
  /// Lets all subscribers attach before anything is sent; starts at `connect()`.
  ///
  /// A ``multicast(subject:)`` through a ``PassthroughSubject``.
  ///
  /// ```marble
  /// connect()             ---x
  /// makeConnectable(), A  ---(1 2|)
  /// makeConnectable(), B   --(1 2|)
  /// ```
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that starts when it is told to.
  ///
  /// See ``Publisher/makeConnectable()``.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    private let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Makes the publisher from its parts.
    public init(upstream: Upstream) {
      inner = upstream.multicast(subject: .init())
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      inner.subscribe(subscriber)
    }

    /// Starts; cancelling the result stops it.
    public func connect() -> any Cancellable {
      inner.connect()
    }
  }
}
