extension Publisher {
  /// Changes the error that ends the stream, if one does.
  ///
  /// Values, demand and a stream that finishes are left alone. The closure is called once at most.
  ///
  /// ```marble
  /// numbers             -1-2-#
  /// mapError(Other.of)  -1-2-#
  /// ```
  @preconcurrency @inlinable public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    .init(upstream: self, transform)
  }

  /// Traps if the stream fails, and so gets rid of the error type.
  ///
  /// For mistakes of the programmer: an error that can happen is replaced or caught. Values, demand
  /// and a stream that finishes pass through.
  ///
  /// ```marble
  /// numbers            -1-2-|
  /// assertNoFailure()  -1-2-|
  /// ```
  @inlinable public func assertNoFailure(
    _ prefix: String = "",
    file: StaticString = #file,
    line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail an error type, so that it fits beside one that can.
  ///
  /// Nothing but the type changes: `zip`, `merge` and their kind want all their publishers to have
  /// the same `Failure`.
  ///
  /// ```marble
  /// numbers                           -1-2-|
  /// setFailureType(to: Problem.self)  -1-2-|
  /// ```
  @inlinable public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/mapError(_:)`` returns.
  public struct MapError<Upstream: Publisher, Failure: Error>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes the error.
    @preconcurrency public let transform: @Sendable (Upstream.Failure) -> Failure

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable
    public init(upstream: Upstream, _ map: @escaping @Sendable (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      transform = map
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(
        CompletionStage(subscriber, "MapError") { [transform] in $0.mapFailure(transform) }
      )
    }
  }

  /// What ``Publisher/setFailureType(to:)`` returns.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Operator
  where Upstream.Failure == Never {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(CompletionStage(subscriber, "SetFailureType") { _ in .finished })
    }

    /// Changes the error type once more, in the same stage.
    @inlinable public func setFailureType<NewFailure: Error>(
      to failure: NewFailure.Type
    ) -> Publishers.SetFailureType<Upstream, NewFailure> {
      .init(upstream: upstream)
    }
  }

  /// What ``Publisher/assertNoFailure(_:file:line:)`` returns.
  public struct AssertNoFailure<Upstream: Publisher>: Operator {
    /// No failure gets past.
    public typealias Failure = Never

    /// The publisher that values come from.
    public let upstream: Upstream

    /// What the trap's message begins with.
    public let prefix: String

    /// The file that the trap names.
    public let file: StaticString

    /// The line that the trap names.
    public let line: UInt

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Never {
      upstream.subscribe(
        CompletionStage(subscriber, "AssertNoFailure") {
          [prefix, file, line] (completion: Subscribers.Completion<Upstream.Failure>) in
          guard case .failure(let error) = completion else { return .finished }
          fatalError("\(prefix.isEmpty ? "" : prefix + ": ")\(error)", file: file, line: line)
        }
      )
    }
  }
}

extension Publishers.MapError: Sendable where Upstream: Sendable {}
extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}
extension Publishers.AssertNoFailure: Sendable where Upstream: Sendable {}
