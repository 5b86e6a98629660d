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
    .init(self, "MapError", mapFailure: transform, StepResult.send)
  }

  /// Traps if the stream fails, and so gets rid of the error type.
  ///
  /// For mistakes of the programmer: an error that can happen is replaced or caught. Values, demand
  /// and a stream that finishes pass through.
  public func assertNoFailure(
    _ prefix: String = "",
    file: StaticString = #file,
    line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(
      self,
      "AssertNoFailure",
      mapFailure: { error in
        fatalError("\(prefix.isEmpty ? "" : prefix + ": ")\(error)", file: file, line: line)
      },
      StepResult.send
    )
  }
}

extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail an error type, so that it fits beside one that can.
  ///
  /// Nothing but the type changes: `zip`, `merge` and their kind want all their publishers to have
  /// the same `Failure`.
  @inlinable public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    .init(self, "SetFailureType", mapFailure: { (_: Never) -> NewFailure in }, StepResult.send)
  }
}

extension Publishers {
  /// What ``Publisher/mapError(_:)`` returns.
  public typealias MapError<Upstream: Publisher, Failure: Error> = Transformed<
    Upstream, Upstream.Output, Failure
  >

  /// What ``Publisher/setFailureType(to:)`` returns.
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> = MapError<
    Upstream, Failure
  >

  /// What ``Publisher/assertNoFailure(_:file:line:)`` returns.
  public typealias AssertNoFailure<Upstream: Publisher> = MapError<Upstream, Never>
}
