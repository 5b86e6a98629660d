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
  /// Upstream is subscribed to once, at ``ConnectablePublisher/connect()``; cancelling what that
  /// returns stops it. The subject decides how much upstream is asked for: a ``PassthroughSubject``
  /// asks for everything once a subscriber has asked for anything, a ``CurrentValueSubject`` at
  /// once. A subscriber that has not asked for a value misses it.
  ///
  /// ```marble
  /// connect()                       ---x
  /// multicast(subject: subject), A  ---(1 2|)
  /// multicast(subject: subject), B   --(1 2|)
  /// ```
  @preconcurrency public func multicast<S: Subject & Sendable>(subject: S)
    -> Publishers.Multicast<Self, S>
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
    multicast { PassthroughSubject() }
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
    @preconcurrency public init(
      upstream: Upstream,
      createSubject: @escaping @Sendable () -> SubjectType
    ) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// Attaches a subscriber to the subject.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      subject.subscribe(subscriber)
    }

    /// Attaches the subject to upstream; cancelling the result detaches it.
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
  public typealias MakeConnectable<Upstream: Publisher> = Multicast<
    Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>
  >
}

extension Publishers.Multicast: Sendable where Upstream: Sendable, SubjectType: Sendable {}
