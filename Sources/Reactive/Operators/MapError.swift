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
    .init(upstream: self, name: "MapError", transform)
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
  public func assertNoFailure(
    _ prefix: String = "",
    file: StaticString = #file,
    line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, name: "AssertNoFailure") { error in
      fatalError("\(prefix.isEmpty ? "" : prefix + ": ")\(error)", file: file, line: line)
    }
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
    .init(upstream: self, name: "SetFailureType") { (_: Never) -> NewFailure in }
  }
}

extension Publishers {
  /// What ``Publisher/mapError(_:)`` returns.
  public struct MapError<Upstream: Publisher, Failure: Error>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes the error.
    @preconcurrency public let transform: @Sendable (Upstream.Failure) -> Failure

    @usableFromInline let name: StaticString

    @inlinable init(
      upstream: Upstream,
      name: StaticString,
      _ transform: @escaping @Sendable (Upstream.Failure) -> Failure
    ) {
      self.upstream = upstream
      self.name = name
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(MapErrorStage(subscriber, name, transform))
    }
  }

  /// What ``Publisher/setFailureType(to:)`` returns.
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> = MapError<
    Upstream, Failure
  >

  /// What ``Publisher/assertNoFailure(_:file:line:)`` returns.
  public typealias AssertNoFailure<Upstream: Publisher> = MapError<Upstream, Never>
}

extension Publishers.MapError: Sendable where Upstream: Sendable {}

/// A stage without state that changes only the error.
@usableFromInline @frozen
struct MapErrorStage<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let transform: @Sendable (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(
    _ downstream: Downstream,
    _ name: StaticString,
    _ transform: @escaping @Sendable (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.name = name
    self.transform = transform
  }

  @usableFromInline var description: String { "\(name)" }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapFailure(transform))
  }
}
