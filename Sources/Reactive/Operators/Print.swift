import System

extension Publisher {
  /// Writes a line for everything that passes, to the standard output or to a stream.
  package func print(
    _ prefix: String = "",
    to stream: (any TextOutputStream & Sendable)? = nil
  ) -> Publishers.HandleEvents<Self> {
    let log = Log(prefix: prefix.isEmpty ? "" : prefix + ": ", stream: stream)
    return .init(
      upstream: self,
      name: "Print",
      handlers: .init(
        subscription: { log.line("receive subscription: (\($0))") },
        output: { log.line("receive value: (\($0))") },
        completion: { completion in
          switch completion {
          case .finished: log.line("receive finished")
          case .failure(let error): log.line("receive error: (\(error))")
          }
        },
        cancel: { log.line("receive cancel") },
        request: { log.line(Log.text($0)) },
        answer: { log.line(Log.text($0) + " (synchronous)") }
      )
    )
  }
}

/// Writes lines one at a time; one that comes while another is written follows it.
private final class Log: Sendable {
  private struct StandardOutput: TextOutputStream {
    mutating func write(_ string: String) { Swift.print(string, terminator: "") }
  }

  private struct State: Sendable {
    var lines: [String] = []
    /// Taken out by the caller that writes.
    var stream: (any TextOutputStream & Sendable)?

    mutating func take() -> (lines: [String], stream: any TextOutputStream & Sendable)? {
      guard !lines.isEmpty, let stream = stream.take() else { return nil }
      return (exchange(&lines, with: []), stream)
    }
  }

  private let prefix: String
  private let state: Guarded<State>

  init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
    self.prefix = prefix
    state = Guarded(State(stream: stream ?? StandardOutput()))
  }

  func line(_ text: String) {
    state.withLock { $0.lines.append(prefix + text + "\n") }
    while case (let lines, var stream)? = state.withLock({ $0.take() }) {
      for line in lines { stream.write(line) }
      state.withLock { [stream] in $0.stream = stream }
    }
  }

  static func text(_ demand: Subscribers.Demand) -> String {
    demand.max.map { "request max: (\($0))" } ?? "request unlimited"
  }
}
