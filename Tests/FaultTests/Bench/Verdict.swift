import Foundation

/// The violations in a case's outcome; none if it passes.
struct Verdict: Sendable {
  private(set) var complaints: [String] = []

  init(_ row: FaultCase, _ outcome: ChildOutcome, _ journal: Journal, in world: World) {
    checkEnd(row.expected, outcome)
    checkOutput(row.expected.output, outcome)
    checkErrors(row.expected.errors, outcome)
    checkRequests(row.expected, journal)
    checkSecrecy(outcome, journal, world.leaks())
    checkMemory(outcome)
    for path in row.expected.unmade { demand(!world.has(path), "created \(path)") }
  }

  private mutating func demand(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    if !holds { complaints.append(complaint()) }
  }

  /// Every text contains the empty text, but Foundation disagrees.
  private func has(_ text: String, _ part: String) -> Bool {
    part.isEmpty || text.contains(part)
  }

  private mutating func checkEnd(_ expected: Expectation, _ outcome: ChildOutcome) {
    if outcome.timedOut {
      complaints.append("had not ended after \(outcome.seconds) s")
      return
    }
    let wanted = expected.status.sorted().prefix(4).map(String.init).joined(separator: " or ")
    demand(expected.status.contains(outcome.status), "exit \(outcome.status) instead of \(wanted)")
    demand(
      expected.seconds.contains(outcome.seconds),
      "took \(outcome.seconds) s instead of \(expected.seconds)"
    )
  }

  private mutating func checkOutput(_ expected: Expectation.Output, _ outcome: ChildOutcome) {
    let text = String(decoding: outcome.output, as: UTF8.self)
    let shown = text.debugDescription.prefix(200)
    switch expected {
    case .anything: break
    case .nothing: demand(text.isEmpty, "output \(shown) instead of none")
    case .exactly(let wanted): demand(text == wanted, "output \(shown)")
    case .containing(let part): demand(has(text, part), "output without \"\(part)\": \(shown)")
    case .lines(let count):
      let lines = text.split(separator: "\n").count
      demand(lines == count && (text.isEmpty || text.hasSuffix("\n")), "\(lines) lines: \(shown)")
    case .tame: demand(!Self.acts(text), "a control character: \(shown)")
    case .json:
      let json = try? JSONSerialization.jsonObject(with: Data(outcome.output))
      demand(json != nil, "output that is not JSON: \(shown)")
    }
  }

  private mutating func checkErrors(_ expected: Expectation.Errors, _ outcome: ChildOutcome) {
    let text = String(decoding: outcome.errors, as: UTF8.self)
    switch expected {
    case .anything: break
    case .nothing: demand(text.isEmpty, "says \(text.debugDescription.prefix(300))")
    case .line(let part): checkLines(text, 1...1, part)
    case .lines(let count, let part): checkLines(text, count, part)
    }
  }

  private mutating func checkLines(_ text: String, _ count: ClosedRange<Int>, _ part: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let shown = text.debugDescription.prefix(600)
    let isWhole = text.isEmpty || text.hasSuffix("\n")
    demand(count.contains(lines.count) && isWhole, "\(lines.count) lines: \(shown)")
    demand(has(text, part), "does not say \"\(part)\": \(shown)")
    for line in lines {
      demand(line.hasPrefix("ghsearch: "), "a line that is not a ghsearch message: \(shown)")
      demand(line.utf8.count < 500, "a line of \(line.utf8.count) bytes")
    }
    demand(!Self.acts(text), "a control character: \(shown)")
  }

  /// Whether a text controls a terminal, other than by tabs and line breaks.
  private static func acts(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      // The joiner, U+200D, is allowed because it combines emoji.
      !["\n", "\r", "\t", "\u{200D}"].contains($0)
        && [.control, .format, .lineSeparator, .paragraphSeparator]
          .contains($0.properties.generalCategory)
    }
  }

  private mutating func checkRequests(_ expected: Expectation, _ journal: Journal) {
    let heads = journal.heads.joined()
    for text in expected.unsent { demand(!heads.contains(text), "sent \(text)") }
    guard let wanted = expected.requests else { return }
    let requests = journal.requests
    demand(wanted.contains(requests.count), "\(requests.count) requests: \(requests.suffix(4))")
  }

  private mutating func checkSecrecy(
    _ outcome: ChildOutcome,
    _ journal: Journal,
    _ leaks: [String]
  ) {
    demand(!Canary.isIn(outcome.output), "the token is in the output")
    demand(!Canary.isIn(outcome.errors), "the token is in standard error")
    demand(leaks.isEmpty, "the token is in \(leaks)")
    demand(!Canary.isIn(journal.strayBytes), "the token went to \(journal.strayTargets)")
    demand(journal.strayTargets.isEmpty, "contacted \(journal.strayTargets)")
    // A token in an address would appear in logs along the way.
    demand(!journal.requests.contains { Canary.isIn($0.utf8) }, "the token is in an address")
  }

  private mutating func checkMemory(_ outcome: ChildOutcome) {
    guard let maxMemory = Bench.maxMemory else { return }
    demand(outcome.peak <= maxMemory, "took \(outcome.peak / 1024) MiB of memory")
  }
}
