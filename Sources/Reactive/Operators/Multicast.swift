import System

extension Publisher {
  /// Sends everything through a subject that a closure makes, from `connect()` on.
  package func multicast<S: Subject<Output, Failure>>(
    _ createSubject: @escaping @Sendable () -> S
  ) -> Publishers.Multicast<Self, S> {
    .init(upstream: self, createSubject: createSubject)
  }

  /// Sends everything through a subject, from `connect()` on.
  package func multicast<S: Subject<Output, Failure>>(
    subject: S
  ) -> Publishers.Multicast<Self, S> {
    multicast { subject }
  }

  /// Shares one subscription to this publisher, from the first subscriber to the last.
  package func share() -> Publishers.Share<Self> {
    multicast { PassthroughSubject() }.autoconnect()
  }
}

extension Publishers {
  package final class Multicast<Upstream: Publisher, SubjectType: Subject>: Operator,
    ConnectablePublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    let upstream: Upstream
    private let createSubject: @Sendable () -> SubjectType
    private let created = Guarded<SubjectType?>(nil)

    init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// Attaches a subscriber to the subject.
    package func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      subject.subscribe(subscriber)
    }

    /// Attaches the subject to upstream; canceling the result detaches it.
    package func connect() -> any Cancellable { upstream.subscribe(subject) }

    private var subject: SubjectType {
      if let subject = created.withLock({ $0 }) { return subject }
      let new = createSubject()
      return created.withLock { created in
        if created == nil { created = new }
        return created ?? new
      }
    }
  }

  package typealias Share<Upstream: Publisher> = Autoconnect<
    Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>
  >
}
