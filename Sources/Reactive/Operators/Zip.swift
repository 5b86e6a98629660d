extension Publisher {
  /// Waits for one value of each of two publishers and sends them together.
  ///
  /// The first of one goes with the first of the other, the second with the second; a value without
  /// its counterpart waits, and nothing bounds how many do. A demand is passed on to both. Finishes
  /// when a publisher has finished of which no value waits, since no pair can come any more; the
  /// other is cancelled. An error ends the stream at once.
  ///
  /// ```marble
  /// numbers       -1-2-----3--!
  /// letters       --a--b------|
  /// zip(letters)  --1a-2b-----|
  /// ```
  @inlinable
  public func zip<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    .init(self, other)
  }

  /// Waits for one value of each of two publishers and sends what a closure makes of them.
  ///
  /// As ``zip(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func zip<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P.Failure == Failure {
    .init(upstream: .init(self, other)) { transform($0.0, $0.1) }
  }

  /// Waits for one value of each of three publishers and sends them together.
  ///
  /// As ``zip(_:)``.
  @inlinable
  public func zip<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.Zip3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    .init(self, publisher1, publisher2)
  }

  /// Waits for one value of each of three publishers and sends what a closure makes of them.
  ///
  /// As ``zip(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func zip<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    .init(upstream: .init(self, publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }

  /// Waits for one value of each of four publishers and sends them together.
  ///
  /// As ``zip(_:)``.
  @inlinable
  public func zip<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.Zip4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }

  /// Waits for one value of each of four publishers and sends what a closure makes of them.
  ///
  /// As ``zip(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func zip<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    .init(upstream: .init(self, publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}

extension Publishers {
  /// A publisher of the values of two publishers, side by side.
  ///
  /// See ``Publisher/zip(_:)``.
  public struct Zip<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    /// One value of each.
    public typealias Output = (A.Output, B.Output)

    /// The kind of error that any of them can fail with.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// Makes the publisher from its parts.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, rule: ZipRule2<A.Output, B.Output>(), count: 2)
      join.attach(a, at: 0) { $0.a.append($1) }
      join.attach(b, at: 1) { $0.b.append($1) }
    }
  }

  /// A publisher of the values of three publishers, side by side.
  ///
  /// See ``Publisher/zip(_:)``.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure {
    /// One value of each.
    public typealias Output = (A.Output, B.Output, C.Output)

    /// The kind of error that any of them can fail with.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// The third publisher.
    public let c: C

    /// Makes the publisher from its parts.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, rule: ZipRule3<A.Output, B.Output, C.Output>(), count: 3)
      join.attach(a, at: 0) { $0.a.append($1) }
      join.attach(b, at: 1) { $0.b.append($1) }
      join.attach(c, at: 2) { $0.c.append($1) }
    }
  }

  /// A publisher of the values of four publishers, side by side.
  ///
  /// See ``Publisher/zip(_:)``.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
    /// One value of each.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)

    /// The kind of error that any of them can fail with.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// The third publisher.
    public let c: C

    /// The fourth publisher.
    public let d: D

    /// Makes the publisher from its parts.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(
        subscriber,
        rule: ZipRule4<A.Output, B.Output, C.Output, D.Output>(),
        count: 4
      )
      join.attach(a, at: 0) { $0.a.append($1) }
      join.attach(b, at: 1) { $0.b.append($1) }
      join.attach(c, at: 2) { $0.c.append($1) }
      join.attach(d, at: 3) { $0.d.append($1) }
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline
@frozen
struct ZipRule2<A, B>: JoinRule {
  @inlinable static var name: StaticString { "Zip" }
  @inlinable static var takesEverything: Bool { false }

  @usableFromInline var a = Queue<A>()
  @usableFromInline var b = Queue<B>()

  @inlinable
  init() {}

  @inlinable
  mutating func next() -> (A, B)? {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst() else { return nil }
    return (a, b)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    (finished[0] && a.isEmpty) || (finished[1] && b.isEmpty)
  }
}

@usableFromInline
@frozen
struct ZipRule3<A, B, C>: JoinRule {
  @inlinable static var name: StaticString { "Zip" }
  @inlinable static var takesEverything: Bool { false }

  @usableFromInline var a = Queue<A>()
  @usableFromInline var b = Queue<B>()
  @usableFromInline var c = Queue<C>()

  @inlinable
  init() {}

  @inlinable
  mutating func next() -> (A, B, C)? {
    guard !a.isEmpty, !b.isEmpty, !c.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst() else { return nil }
    return (a, b, c)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    (finished[0] && a.isEmpty) || (finished[1] && b.isEmpty) || (finished[2] && c.isEmpty)
  }
}

@usableFromInline
@frozen
struct ZipRule4<A, B, C, D>: JoinRule {
  @inlinable static var name: StaticString { "Zip" }
  @inlinable static var takesEverything: Bool { false }

  @usableFromInline var a = Queue<A>()
  @usableFromInline var b = Queue<B>()
  @usableFromInline var c = Queue<C>()
  @usableFromInline var d = Queue<D>()

  @inlinable
  init() {}

  @inlinable
  mutating func next() -> (A, B, C, D)? {
    guard !a.isEmpty, !b.isEmpty, !c.isEmpty, !d.isEmpty else { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst(), let d = d.popFirst()
    else { return nil }
    return (a, b, c, d)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    (finished[0] && a.isEmpty)
      || (finished[1] && b.isEmpty)
      || (finished[2] && c.isEmpty)
      || (finished[3] && d.isEmpty)
  }
}
