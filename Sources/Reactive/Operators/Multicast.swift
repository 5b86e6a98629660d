extension Publisher {
  /// Sends everything through one subject, made at the first use, to all subscribers.
  ///
  /// As ``multicast(subject:)``; the closure is called when the first subscriber comes or at
  /// `connect()`, and its subject serves all of them.
  @preconcurrency public func multicast<S: Subject>(
    _ createSubject: @escaping @Sendable () -> S
  ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
    .init(upstream: self, createSubject: createSubject)
  }

  /// Sends everything through a subject to all subscribers.
  ///
  /// Upstream is subscribed to once, at ``ConnectablePublisher/connect()``; canceling what that
  /// returns stops it. The subject decides how much upstream is asked for: a ``PassthroughSubject``
  /// asks for everything once a subscriber has asked for anything, a ``CurrentValueSubject`` at
  /// once. A subscriber that has not asked for a value misses it.
  ///
  /// ```marble
  /// connect()                       ---x
  /// multicast(subject: subject), A  ---(1 2|)
  /// multicast(subject: subject), B   --(1 2|)
  /// ```
  @preconcurrency @inlinable
  public func multicast<S: Subject & Sendable>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

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
  /// What ``Publisher/multicast(subject:)`` returns.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: Operator,
    ConnectablePublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that makes the subject.
    @preconcurrency public let createSubject: @Sendable () -> SubjectType

    let made = Locked<SubjectType?>(nil)

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable
    public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// Attaches a subscriber to the subject.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      // Stands between the subject and the subscriber, which so sees `Multicast`.
      subject.subscribe(Relay(AnySubscriber(subscriber), name: "Multicast") { $0 })
    }

    /// Attaches the subject to upstream; canceling the result detaches it.
    public func connect() -> any Cancellable {
      upstream.subscribe(subject)
    }

    var subject: SubjectType {
      if let subject = made.withLock({ $0 }) { return subject }
      let new = createSubject()
      return made.withLock { made in
        let subject = made ?? new
        made = subject
        return subject
      }
    }
  }

  /// What ``Publisher/makeConnectable()`` returns.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    private let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Makes the publisher from its parts.
    public init(upstream: Upstream) {
      inner = upstream.multicast { PassthroughSubject() }
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      inner.subscribe(subscriber)
    }

    /// Starts; canceling the result stops it.
    public func connect() -> any Cancellable {
      inner.connect()
    }
  }
}

extension Publishers.Multicast: Sendable where Upstream: Sendable, SubjectType: Sendable {}
extension Publishers.MakeConnectable: Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}
