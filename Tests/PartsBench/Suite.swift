/// Times parts one after another.
final class Suite {
  private var parts: [(name: String, body: () throws -> Void)] = []

  func add(_ name: String, _ body: @escaping () throws -> Void) {
    parts.append((name, body))
  }

  /// The median time per run of each part, in nanoseconds, by name.
  ///
  /// Times only the parts whose names contain `words`; nil for all.
  func medians(matching words: String?) throws -> [String: Double] {
    var medians: [String: Double] = [:]
    for (name, body) in parts where words.map(name.contains) ?? true {
      medians[name] = try Self.median(body)
    }
    return medians
  }

  /// Runs a part for half a second, after three runs to warm up.
  private static func median(_ body: () throws -> Void) throws -> Double {
    for _ in 0..<3 { try body() }
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(500)
    var times: [Duration] = []
    repeat { times.append(try clock.measure(body)) } while clock.now < end
    times.sort()
    return times[times.count / 2] / .nanoseconds(1)
  }
}
