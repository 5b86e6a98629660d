extension Publisher {
  /// Shares one subscription among all subscribers.
  ///
  /// It begins with the first subscriber and is cancelled with the last; those who come late miss
  /// what was before. Upstream is asked for everything, and a subscriber that has not asked for a
  /// value misses it. After the end, whoever comes gets only the end; who wants the work done anew
  /// makes a publisher of it anew.
  ///
  /// ```marble
  /// numbers     -1--2--3--|
  /// share(), A  -1--2--3--|
  /// share(), B       --3--|
  /// ```
  public func share() -> Publishers.Share<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that shares one subscription among its subscribers.
  ///
  /// See ``Publisher/share()``.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    private let inner: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

    /// Makes the publisher from its parts.
    public init(upstream: Upstream) {
      self.upstream = upstream
      inner = upstream.multicast(subject: .init()).autoconnect()
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      inner.subscribe(subscriber)
    }

    /// Says whether two publishers are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool {
      lhs === rhs
    }
  }
}

extension Publishers.Share: Sendable where Upstream: Sendable {}
