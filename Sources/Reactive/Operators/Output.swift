extension Publisher {
  /// Passes on as many values as said, then ends.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: ..<maxLength)
  }

  /// Passes on the value at a position, counted from zero, then ends.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }

  /// Passes on the values in a range of positions, counted from zero, then ends.
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// A publisher of the values in a range of positions.
  public struct Output<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The positions that are passed on.
    public let range: CountableRange<Int>

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "a position cannot be negative")
      self.upstream = upstream
      self.range = range
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Stage(
          subscriber,
          step: OutputStep<Upstream.Output>(range),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

@usableFromInline
@frozen
struct OutputStep<Input>: Step {
  @inlinable static var trust: Trust { .full }

  @usableFromInline let name: StaticString = "Output"
  @usableFromInline var before: Int
  @usableFromInline var remaining: Int

  @inlinable
  init(_ range: CountableRange<Int>) {
    before = range.lowerBound
    remaining = range.count
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Never) -> Verdict<Input> {
    guard before == 0 else {
      before -= 1
      return .skip
    }
    guard remaining > 0 else { return .finish }
    remaining -= 1
    return remaining > 0 ? .send(input) : .last(input)
  }
}
