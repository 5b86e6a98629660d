import GitHubAPI
import Terminal

extension Context {
  /// The same world, in which each request and each wait is told on standard error.
  func traced() -> Self {
    var context = self
    let (errors, clock, now) = (errors, clock, now)
    context.transport = TracingTransport(transport, now: clock.now) { trace in
      try? errors.write("ghsearch: \(SafeText(trace.line(now: now())))\n")
    }
    context.clock = RequestClock(
      now: clock.now,
      sleep: { length in
        try? errors.write("ghsearch: wait \(length.inSeconds) s\n")
        try await clock.sleep(length)
      },
      date: clock.date
    )
    return context
  }
}
