extension Publisher {
  /// Waits for one value of each of two publishers and sends them together.
  ///
  /// The first of one goes with the first of the other, the second with the second; a value without
  /// its counterpart waits, and nothing bounds how many do. A demand is passed on to both. Finishes
  /// when a publisher has finished of which no value waits, since no pair can come any more; the
  /// other is canceled. An error ends the stream at once.
  ///
  /// ```marble
  /// numbers       -1-2-----3--!
  /// letters       --a--b------|
  /// zip(letters)  --1a-2b-----|
  /// ```
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    combined(with: other, by: Zipping.self)
  }

  /// Sends the latest values of two publishers together, whenever one of them changes.
  ///
  /// Nothing is sent before each of them has sent something. Both are asked for everything; pairs
  /// that come faster than they are asked for wait, and nothing bounds how many do. (By Apple's
  /// documentation Combine's passes requests on, and drops values unless demand is unlimited.)
  /// Finishes when both have finished, or one without ever having sent anything. An error ends the
  /// stream and cancels the other.
  ///
  /// ```marble
  /// numbers                 -1-----2------|
  /// letters                 ---a------b----|
  /// combineLatest(letters)  ---1a--2a-2b---|
  /// ```
  @inlinable public func combineLatest<P: Publisher>(_ other: P)
    -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    combined(with: other, by: TakingLatest.self)
  }

  /// Waits for one value of each of two publishers and sends what a closure makes of them.
  ///
  /// As ``zip(_:)``, followed by ``map(_:)``.
  @preconcurrency @inlinable public func zip<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Sends what a closure makes of the latest values of two publishers.
  ///
  /// As ``combineLatest(_:)``, followed by ``map(_:)``.
  @preconcurrency @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Waits for one value of each of three publishers and sends them together, as ``zip(_:)``.
  @inlinable public func zip<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.Zip3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    combined(with: publisher1, publisher2, by: Zipping.self)
  }

  /// Sends the latest values of three publishers together, as ``combineLatest(_:)``.
  @inlinable public func combineLatest<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.CombineLatest3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    combined(with: publisher1, publisher2, by: TakingLatest.self)
  }

  /// Waits for one value of each of three publishers and sends what a closure makes of them.
  @preconcurrency @inlinable public func zip<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Sends what a closure makes of the latest values of three publishers.
  @preconcurrency @inlinable public func combineLatest<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Waits for one value of each of four publishers and sends them together, as ``zip(_:)``.
  @inlinable public func zip<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.Zip4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    combined(with: publisher1, publisher2, publisher3, by: Zipping.self)
  }

  /// Sends the latest values of four publishers together, as ``combineLatest(_:)``.
  @inlinable public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.CombineLatest4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    combined(with: publisher1, publisher2, publisher3, by: TakingLatest.self)
  }

  /// Waits for one value of each of four publishers and sends what a closure makes of them.
  @preconcurrency @inlinable public func zip<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  /// Sends what a closure makes of the latest values of four publishers.
  @preconcurrency @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// What ``Publisher/zip(_:)`` returns.
  public typealias Zip<A: Publisher, B: Publisher> = Attached<
    A, B, (A.Output, B.Output), A.Failure
  >

  /// What a `zip` of three publishers returns.
  public typealias Zip3<A: Publisher, B: Publisher, C: Publisher> = Attached<
    A, (B, C), (A.Output, B.Output, C.Output), A.Failure
  >

  /// What a `zip` of four publishers returns.
  public typealias Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Attached<
    A, (B, C, D), (A.Output, B.Output, C.Output, D.Output), A.Failure
  >

  /// What ``Publisher/combineLatest(_:)`` returns.
  public typealias CombineLatest<A: Publisher, B: Publisher> = Zip<A, B>

  /// What a `combineLatest` of three publishers returns.
  public typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> = Zip3<A, B, C>

  /// What a `combineLatest` of four publishers returns.
  public typealias CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Zip4<
    A, B, C, D
  >
}

/// The rule of `zip`: each value is used once, in the order in which it came.
@usableFromInline enum Zipping: CombiningRule {
  @inlinable static var name: StaticString { "Zip" }
  @inlinable static var keepsLatest: Bool { false }
}

/// The rule of `combineLatest`: the latest value of each is used until a newer one comes.
@usableFromInline enum TakingLatest: CombiningRule {
  @inlinable static var name: StaticString { "CombineLatest" }
  @inlinable static var keepsLatest: Bool { true }
}
