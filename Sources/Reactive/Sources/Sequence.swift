extension Publishers {
  /// A publisher of the elements of a sequence, which then finishes.
  ///
  /// Every subscriber gets the elements from an iterator of its own, as it asks for them, on the
  /// thread that asks. One element is read ahead, so that the end follows the last one at once.
  ///
  /// ```marble
  /// [1, 2, 3].publisher  (1 2 3|)
  /// ```
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    /// The kind of the elements.
    public typealias Output = Elements.Element

    /// The elements.
    public let sequence: Elements

    /// Makes a publisher of a sequence.
    @inlinable public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Attaches a subscriber, which gets the elements as it asks for them.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      SequenceSource(sequence, then: .finished, to: subscriber).play(as: "Sequence")
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Sequence {
  /// The sequence as a publisher.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

/// A publisher that plays a recorded series of values and its end.
///
/// Every subscriber gets all of it, as it asks for values; the end, even an error, comes after the
/// last value and does not wait for demand. Values are sent on the thread that asks.
///
/// ```marble
/// Record(output: [1, 2], completion: problem)  (1 2#)
/// ```
public struct Record<Output, Failure: Error>: Publisher {
  /// The elements to send.
  public let recording: Recording

  /// Makes a publisher of what a closure records.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Makes a publisher of a recording.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// Makes a publisher of values and an end.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  /// Attaches a subscriber, which gets the values as it asks for them.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SequenceSource(recording.output, then: recording.completion, to: subscriber)
      .play(as: "Record")
  }

  /// A series of values and the way it ended.
  public struct Recording {
    /// The kind of values recorded.
    public typealias Input = Output

    /// The values so far.
    public private(set) var output: [Output] = []

    /// The end; finished, until another one is recorded.
    public private(set) var completion: Subscribers.Completion<Failure> = .finished

    /// Not encoded: what has been decoded is complete.
    private var isComplete = true

    /// Makes a recording to add to.
    public init() {
      isComplete = false
    }

    /// Makes a complete recording.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Adds a value; traps after the end.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "a recording takes no value after its completion")
      output.append(input)
    }

    /// Records the end; traps at the second one.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "a recording takes one completion")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}
extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: CodingKey { case output, completion }

  /// Writes the recording; the older name of `encode(to:)`.
  public func encode(into encoder: any Encoder) throws {
    try encode(to: encoder)
  }
}

/// A subscription that sends the elements of a sequence on demand.
///
/// The count of what is still to be sent says who sends: the call that raises it from zero does,
/// until it is zero again. A request from inside `receive` or from another thread only raises it.
@usableFromInline
final class SequenceSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
  // @unchecked Sendable because the count is atomic and what it guards has one user at a time.
  @usableFromInline let pending = DemandCounter()
  @usableFromInline let name: StaticString

  // Made where the chain is put together, and so compiled for it. Owned by the sender.
  @usableFromInline var send: ((SequenceSubscription) -> Void)?

  @inlinable init(name: StaticString, send: @escaping (SequenceSubscription) -> Void) {
    self.name = name
    self.send = send
  }

  @usableFromInline var description: String { "\(name)" }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if demand != .none, pending.add(demand) == 0 { send?(self) }
  }

  @usableFromInline func cancel() {
    if pending.close() == 0 { release() }
  }

  @usableFromInline func release() {
    send = nil
  }
}

/// What a ``SequenceSubscription`` sends, and to whom.
@usableFromInline final class SequenceSource<Downstream: Subscriber, Elements: Sequence>
where Elements.Element == Downstream.Input {
  @usableFromInline let downstream: Downstream
  @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
  @usableFromInline var iterator: Elements.Iterator
  @usableFromInline var next: Elements.Element?

  @inlinable init(
    _ elements: Elements,
    then completion: Subscribers.Completion<Downstream.Failure>,
    to downstream: Downstream
  ) {
    self.completion = completion
    self.downstream = downstream
    iterator = elements.makeIterator()
    next = iterator.next()
  }

  /// Hands the subscriber a subscription that plays the sequence, or the end if it is empty.
  @inlinable func play(as name: StaticString) {
    guard next != nil else {
      downstream.receive(subscription: Subscriptions.empty)
      return downstream.receive(completion: completion)
    }
    downstream.receive(subscription: SequenceSubscription(name: name) { self.run($0) })
  }

  @inlinable func run(_ subscription: SequenceSubscription) {
    while let value = next {
      next = iterator.next()
      let more = downstream.receive(value)
      if next == nil { break }
      if more != .none { subscription.pending.add(more) }
      guard let rest = subscription.pending.takeOne() else { return subscription.release() }
      if rest == 0 { return }
    }
    let isLive = subscription.pending.close() != nil
    subscription.release()
    if isLive { downstream.receive(completion: completion) }
  }
}
