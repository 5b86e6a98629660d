extension Publisher {
  /// Prints everything that passes, to standard output or a stream of its own, and changes nothing.
  ///
  /// One line for the subscription, each request, each value, the end and the cancellation:
  ///
  /// ```
  /// search: receive subscription: (PassthroughSubject)
  /// search: request unlimited
  /// search: receive value: (swift)
  /// search: receive finished
  /// ```
  ///
  /// ```marble
  /// words            -a-b-|
  /// print("search")  -a-b-|
  /// ```
  public func print(
    _ prefix: String = "",
    to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    .init(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints everything that passes.
  ///
  /// See ``Publisher/print(_:to:)``.
  public struct Print<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// What every line begins with.
    public let prefix: String

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Where lines go; `nil` for standard output.
    public let stream: (any TextOutputStream)?

    /// Makes the publisher from its parts.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let log = Log(prefix: prefix.isEmpty ? "" : prefix + ": ", stream: stream)
      let watch = Watch(
        subscriber,
        name: "Print",
        releases: false,
        subscription: { log.line("receive subscription: (\($0))") },
        output: { log.line("receive value: (\($0))") },
        completion: { log.line(Log.text($0)) },
        cancel: { log.line("receive cancel") },
        request: { log.line(Log.text($0)) },
        answer: { if $0 != .none { log.line(Log.text($0) + " (synchronous)") } }
      )
      upstream.subscribe(watch)
    }
  }
}

private final class Log: Sendable {
  private struct Target: TextOutputStream {
    var stream: any TextOutputStream

    mutating func write(_ string: String) {
      stream.write(string)
    }
  }

  private let prefix: String
  private let target: Locked<Target?>

  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix
    target = Locked(stream.map { Target(stream: $0) })
  }

  func line(_ text: String) {
    guard var copy = target.withLock({ $0 }) else { return Swift.print(prefix + text) }
    Swift.print(prefix + text, to: &copy)
    let changed = copy
    target.withLock { $0 = changed }
  }

  static func text(_ demand: Subscribers.Demand) -> String {
    demand.max.map { "request max: (\($0))" } ?? "request unlimited"
  }

  static func text<Failure>(_ completion: Subscribers.Completion<Failure>) -> String {
    switch completion {
    case .finished: "receive finished"
    case .failure(let error): "receive error: (\(error))"
    }
  }
}
