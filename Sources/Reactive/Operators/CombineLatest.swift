extension Publisher {
  /// Sends the latest values of two publishers together, whenever one of them changes.
  ///
  /// Nothing is sent before each of them has sent something. Both are asked for everything; pairs
  /// that come faster than they are asked for wait, and nothing bounds how many do. Finishes when
  /// both have finished, or one without ever having sent anything. An error ends the stream and
  /// cancels the other.
  ///
  /// ```marble
  /// numbers                 -1-----2------|
  /// letters                 ---a------b----|
  /// combineLatest(letters)  ---1a--2a-2b---|
  /// ```
  @inlinable
  public func combineLatest<P: Publisher>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(self, other)
  }

  /// Sends what a closure makes of the latest values of two publishers, whenever one changes.
  ///
  /// As ``combineLatest(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    .init(upstream: .init(self, other)) { transform($0.0, $0.1) }
  }

  /// Sends the latest values of three publishers together, whenever one of them changes.
  ///
  /// As ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.CombineLatest3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    .init(self, publisher1, publisher2)
  }

  /// Sends what a closure makes of the latest values of three publishers, whenever one changes.
  ///
  /// As ``combineLatest(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    .init(upstream: .init(self, publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }

  /// Sends the latest values of four publishers together, whenever one of them changes.
  ///
  /// As ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.CombineLatest4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }

  /// Sends what a closure makes of the latest values of four publishers, whenever one changes.
  ///
  /// As ``combineLatest(_:)``, followed by ``map(_:)``.
  @preconcurrency
  @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    .init(upstream: .init(self, publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}

extension Publishers {
  /// A publisher of the latest values of two publishers.
  ///
  /// See ``Publisher/combineLatest(_:)``.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
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
      let join = Join(subscriber, rule: CombineLatestRule2<A.Output, B.Output>(), count: 2)
      join.attach(a, at: 0) { $0.a = $1 }
      join.attach(b, at: 1) { $0.b = $1 }
    }
  }

  /// A publisher of the latest values of three publishers.
  ///
  /// See ``Publisher/combineLatest(_:)``.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
      let join = Join(
        subscriber,
        rule: CombineLatestRule3<A.Output, B.Output, C.Output>(),
        count: 3
      )
      join.attach(a, at: 0) { $0.a = $1 }
      join.attach(b, at: 1) { $0.b = $1 }
      join.attach(c, at: 2) { $0.c = $1 }
    }
  }

  /// A publisher of the latest values of four publishers.
  ///
  /// See ``Publisher/combineLatest(_:)``.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
        rule: CombineLatestRule4<A.Output, B.Output, C.Output, D.Output>(),
        count: 4
      )
      join.attach(a, at: 0) { $0.a = $1 }
      join.attach(b, at: 1) { $0.b = $1 }
      join.attach(c, at: 2) { $0.c = $1 }
      join.attach(d, at: 3) { $0.d = $1 }
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline
@frozen
struct CombineLatestRule2<A, B>: JoinRule {
  @inlinable static var name: StaticString { "CombineLatest" }
  @inlinable static var takesEverything: Bool { true }

  @usableFromInline var a: A?
  @usableFromInline var b: B?

  @inlinable
  init(a: A? = nil, b: B? = nil) {
    self.a = a
    self.b = b
  }

  @inlinable
  mutating func next() -> (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    finished.allSatisfy { $0 }
      || (finished[0] && a == nil)
      || (finished[1] && b == nil)
  }
}

@usableFromInline
@frozen
struct CombineLatestRule3<A, B, C>: JoinRule {
  @inlinable static var name: StaticString { "CombineLatest" }
  @inlinable static var takesEverything: Bool { true }

  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?

  @inlinable
  init(a: A? = nil, b: B? = nil, c: C? = nil) {
    self.a = a
    self.b = b
    self.c = c
  }

  @inlinable
  mutating func next() -> (A, B, C)? {
    guard let a, let b, let c else { return nil }
    return (a, b, c)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    finished.allSatisfy { $0 }
      || (finished[0] && a == nil)
      || (finished[1] && b == nil)
      || (finished[2] && c == nil)
  }
}

@usableFromInline
@frozen
struct CombineLatestRule4<A, B, C, D>: JoinRule {
  @inlinable static var name: StaticString { "CombineLatest" }
  @inlinable static var takesEverything: Bool { true }

  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?
  @usableFromInline var d: D?

  @inlinable
  init(a: A? = nil, b: B? = nil, c: C? = nil, d: D? = nil) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  @inlinable
  mutating func next() -> (A, B, C, D)? {
    guard let a, let b, let c, let d else { return nil }
    return (a, b, c, d)
  }

  @inlinable
  func isExhausted(finished: [Bool]) -> Bool {
    finished.allSatisfy { $0 }
      || (finished[0] && a == nil)
      || (finished[1] && b == nil)
      || (finished[2] && c == nil)
      || (finished[3] && d == nil)
  }
}
