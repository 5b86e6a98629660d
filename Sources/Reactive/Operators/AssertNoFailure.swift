extension Publisher {
  /// Traps if the stream fails, and so gets rid of the error type.
  ///
  /// For mistakes of the programmer: an error that can happen is replaced or caught. Values, demand
  /// and a stream that finishes pass through.
  ///
  /// ```marble
  /// numbers            -1-2-|
  /// assertNoFailure()  -1-2-|
  /// ```
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "",
    file: StaticString = #file,
    line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// A publisher that traps on failure.
  ///
  /// See ``Publisher/assertNoFailure(_:file:line:)``.
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

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
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      upstream.subscribe(
        FailureRelay(subscriber, name: "AssertNoFailure") {
          [prefix, file, line] (completion: Subscribers.Completion<Upstream.Failure>) in
          guard case .failure(let error) = completion else { return .finished }
          fatalError("\(prefix.isEmpty ? "" : prefix + ": ")\(error)", file: file, line: line)
        }
      )
    }
  }
}
