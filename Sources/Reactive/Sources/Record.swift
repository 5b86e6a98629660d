/// A publisher that plays a recorded series of values and its end.
///
/// Every subscriber gets all of it, as it asks for values; the end, even an error, comes after the
/// last value and does not wait for demand. Values are sent on the thread that asks.
///
/// ```marble
/// Record(output: [1, 2], completion: problem)  (1 2#)
/// ```
public struct Record<Output, Failure: Error>: Publisher {
  /// What is played.
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
    Tape(recording.output, then: recording.completion, to: subscriber)
      .play(as: "Cancelled Events", recording.output)
  }

  /// A series of values and the way it ended.
  public struct Recording {
    /// The kind of values recorded.
    public typealias Input = Output

    /// The values so far.
    public private(set) var output: [Output] = []

    /// The end; finished, until another one is recorded.
    public private(set) var completion: Subscribers.Completion<Failure> = .finished

    private var isComplete = false

    /// Makes a recording to add to.
    public init() {}

    /// Makes a complete recording.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
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
  private enum CodingKeys: String, CodingKey {
    case output
    case completion
  }

  /// Reads a complete recording.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(
        Subscribers.Completion<Failure>.self,
        forKey: .completion
      )
    )
  }

  /// Writes the recording; the older name of `encode(to:)`.
  public func encode(into encoder: any Encoder) throws {
    try encode(to: encoder)
  }

  /// Writes the values and the end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }
}
