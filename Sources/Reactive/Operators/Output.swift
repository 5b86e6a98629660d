extension Publisher {
  /// Passes on as many values as said, then finishes.
  ///
  /// Upstream is cancelled after the last of them, in the same call: the subscriber does not have
  /// to wait for a value too many. Demand, an earlier end and the error pass through. With a length
  /// of zero the stream finishes when upstream sends its first value. A negative length traps.
  ///
  /// ```marble
  /// numbers    -1-(2!)
  /// prefix(2)  -1-(2|)
  /// ```
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: ..<maxLength)
  }

  /// Passes on the value at a position, counted from zero, then finishes.
  ///
  /// The values before it are made up for: upstream is asked for one more at each. It is cancelled
  /// at the value itself. A stream that is shorter just ends. A negative position traps.
  ///
  /// ```marble
  /// numbers        -1-(2!)
  /// output(at: 1)  ---(2|)
  /// ```
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }

  /// Passes on the values in a range of positions, counted from zero, then finishes.
  ///
  /// The values before the range are made up for: upstream is asked for one more at each. It is
  /// cancelled at the last one of the range. A negative position traps.
  ///
  /// ```marble
  /// numbers            -1-2-(3!)
  /// output(in: 1...2)  ---2-(3|)
  /// ```
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// A publisher of the values in a range of positions.
  ///
  /// See ``Publisher/output(in:)``.
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
