extension Publisher {
  /// Prints everything that passes, to standard output or another stream, and changes nothing.
  ///
  /// One line for the subscription, each request, each value, the end and the cancellation:
  ///
  /// ```
  /// search: receive subscription: (PassthroughSubject)
  /// search: request unlimited
  /// search: receive value: (swift)
  /// search: receive finished
  /// ```
  @preconcurrency public func print(
    _ prefix: String = "",
    to stream: (any TextOutputStream & Sendable)? = nil
  ) -> Publishers.Print<Self> {
    .init(self) { subscriber in
      let log = Log(prefix: prefix.isEmpty ? "" : prefix + ": ", stream: stream)
      var handlers = EventHandlers<Output, Failure>()
      handlers.subscription = { log.line("receive subscription: (\($0))") }
      handlers.output = { log.line("receive value: (\($0))") }
      handlers.completion = { log.line(Log.text($0)) }
      handlers.cancel = { log.line("receive cancel") }
      handlers.request = { log.line(Log.text($0)) }
      handlers.answer = { if $0 != .none { log.line(Log.text($0) + " (synchronous)") } }
      return EventSubscription(subscriber, name: "Print", handlers)
    }
  }

  /// Stops in the debugger when a closure says so, and changes nothing.
  ///
  /// Raises `SIGTRAP`, on the thread of the event and before it is passed on. Without a debugger
  /// that ends the process.
  @preconcurrency public func breakpoint(
    receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
    receiveOutput: (@Sendable (Output) -> Bool)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    .init(self) { subscriber in
      AnySubscriber(
        named: "Breakpoint",
        receiveSubscription: {
          if receiveSubscription?($0) == true { Platform.stopInDebugger() }
          subscriber.receive(subscription: $0)
        },
        receiveValue: {
          if receiveOutput?($0) == true { Platform.stopInDebugger() }
          return subscriber.receive($0)
        },
        receiveCompletion: {
          if receiveCompletion?($0) == true { Platform.stopInDebugger() }
          subscriber.receive(completion: $0)
        }
      )
    }
  }

  /// Stops in the debugger when the stream fails.
  ///
  /// As ``breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}

extension Publishers {
  /// What ``Publisher/print(_:to:)`` returns.
  public typealias Print<Upstream: Publisher> = HandleEvents<Upstream>

  /// What ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)`` returns.
  public typealias Breakpoint<Upstream: Publisher> = Relayed<Upstream>
}

private final class Log: @unchecked Sendable {
  // @unchecked Sendable because the serializer's owner alone touches the stream.

  /// Not the stream itself: printing to an existential crashes the compiler (6.3.1).
  private struct Target: TextOutputStream {
    var stream: any TextOutputStream & Sendable

    mutating func write(_ string: String) {
      stream.write(string)
    }
  }

  private let prefix: String
  private let isStandardOutput: Bool
  private let serializer = Serializer<String>()
  private var target: Target?

  init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
    self.prefix = prefix
    isStandardOutput = stream == nil
    target = stream.map { Target(stream: $0) }
  }

  /// Writes a line, or leaves it to the thread that is writing one.
  func line(_ text: String) {
    if isStandardOutput { return Swift.print(prefix + text) }
    guard serializer.post(prefix + text) else { return }
    while let lines = serializer.leave() {
      for line in lines { write(line) }
    }
  }

  private func write(_ line: String) {
    guard var target = target.take() else { return }
    Swift.print(line, to: &target)
    self.target = target
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
