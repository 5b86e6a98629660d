import Core
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import HTTPTypes
import Terminal

extension Context {
  /// A copy of the context that reports each request and each wait on standard error.
  package func traced() -> Self {
    var context = self
    // A status line would be mixed up with the trace.
    context.errorTerminal = nil
    let (plain, clock, now) = (self, world.clock, world.now)
    context.world.transport = TracingTransport(world.transport, now: clock.now) { trace in
      plain.note("ghsearch: \(SafeText(trace.line(now: now())))")
    }
    context.world.clock = RequestClock(
      now: clock.now,
      sleep: { length in
        plain.note("ghsearch: wait \(length.inSeconds) s")
        try await clock.sleep(length)
      },
      timer: clock.timer,
      date: clock.date
    )
    return context
  }
}

extension RequestTrace {
  /// A line such as `GET https://api.github.com/user 200 HTTP/2 0.123 s 1432 bytes core 4999/5000
  /// until 14:05:09`.
  fileprivate func line(now: Date) -> String {
    var parts = ["\(method) \(url)"]
    switch result {
    case .failure(let error):
      parts += ["failed (\(error.code): \(error.reason))", "\(duration.inSeconds) s"]
    case .success(let response):
      parts.append("\(response.head.status.code)")
      if let version = response.metrics?.version { parts.append(version) }
      if let location = response.head.headerFields[.location] { parts.append("to \(location)") }
      parts.append("\(duration.inSeconds) s")
      if let bytes = response.metrics?.receivedBytes { parts.append("\(bytes) bytes") }
      if let limit = response.rateLimit {
        let until = LocalTime.clock(limit.reset, now: now)
        parts.append("\(limit.resource) \(limit.remaining)/\(limit.limit) until \(until)")
      }
    }
    return parts.joined(separator: " ")
  }
}

extension Duration {
  /// The duration with three decimal places, such as `0.123`.
  package var inSeconds: String {
    let (whole, attoseconds) = components
    let digits = String(attoseconds / 1_000_000_000_000_000)
    return "\(whole).\(String(repeating: "0", count: max(3 - digits.count, 0)))\(digits)"
  }
}
