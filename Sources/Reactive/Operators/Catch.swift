extension Publisher {
  /// Goes on with another publisher when this one fails.
  ///
  /// The closure makes it of the error; it is subscribed to at once and asked for what is still
  /// owed. Its end, or its error, is the end of the stream. A stream that finishes just finishes.
  ///
  /// ```marble
  /// numbers               -1-2-#
  /// other                      --8-9-|
  /// catch { _ in other }  -1-2---8-9-|
  /// ```
  @preconcurrency
  @inlinable
  public func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }

  /// Goes on with another publisher when this one fails, or fails with what the closure throws.
  ///
  /// As ``catch(_:)``, where the closure may also decide that the error has to stand.
  ///
  /// ```marble
  /// numbers            -1-2-#
  /// tryCatch(rethrow)  -1-2-#
  /// ```
  @preconcurrency
  @inlinable
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that goes on with another one after a failure.
  ///
  /// See ``Publisher/catch(_:)``.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that the other publisher can fail with.
    public typealias Failure = NewPublisher.Failure

    /// The publisher that values come from at first.
    public let upstream: Upstream

    /// The closure that makes the other publisher.
    @preconcurrency public let handler: @Sendable (Upstream.Failure) -> NewPublisher

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher
    ) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stream = Succession(subscriber, name: "Catch", strictness: .traps)
      stream.begin(with: upstream) { [handler] completion in
        switch completion {
        case .finished: return .end(.finished)
        case .failure(let error):
          let next = Handed(handler(error))
          return .next { next.value.subscribe(SecondInlet(succession: $0) { $0 }) }
        }
      }
    }
  }

  /// A publisher that goes on with another one after a failure, or fails otherwise.
  ///
  /// See ``Publisher/tryCatch(_:)``.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The handler can throw anything.
    public typealias Failure = any Error

    /// The publisher that values come from at first.
    public let upstream: Upstream

    /// The closure that makes the other publisher, or throws.
    @preconcurrency public let handler: @Sendable (Upstream.Failure) throws -> NewPublisher

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher
    ) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stream = Succession(subscriber, name: "TryCatch", strictness: .traps)
      stream.begin(with: upstream) { [handler] completion in
        guard case .failure(let error) = completion else { return .end(.finished) }
        do {
          let next = Handed(try handler(error))
          return .next { next.value.subscribe(SecondInlet(succession: $0) { $0 }) }
        } catch {
          return .end(.failure(error))
        }
      }
    }
  }
}
