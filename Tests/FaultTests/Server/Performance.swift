import TestSupport

/// Plays a script on one connection, blocking its thread until the connection ends.
struct Performance {
  let connection: LoopbackConnection
  let script: Script
  let journal: Journal
  let places: Places
  let subject: Subject

  func run() {
    guard perform(script.greeting) else { return }
    while let head = connection.readHead() {
      let line = head.prefix { $0 != "\r" && $0 != "\r\n" }
      journal.noteRequest(head)
      if let length = Self.contentLength(head), length > 0 { _ = connection.read(count: length) }
      guard perform(reply(to: String(line))) else { return }
    }
  }

  private func reply(to line: String) -> [Step] {
    guard let route = script.routes.first(where: { line.contains($0.text) || $0.text.isEmpty })
    else { return [.close] }
    let index = min(journal.count(route.text), route.replies.count - 1)
    return route.replies.isEmpty ? [.close] : route.replies[index].steps
  }

  private static func contentLength(_ head: String) -> Int? {
    let start = "content-length:"
    let line = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix(start) }
    return line.flatMap { Int($0.dropFirst(start.count).drop { $0 == " " }) }
  }
}

// MARK: Steps

extension Performance {
  /// Returns false if the connection has ended.
  private func perform(_ steps: [Step]) -> Bool {
    steps.allSatisfy(perform)
  }

  private func perform(_ step: Step) -> Bool {
    switch step {
    case .send(let bytes): return connection.send(bytes.filled(places))
    case .answer(let status, let fields, let body): return answer(status, fields, places.fill(body))
    case .drip(let bytes, let pause): return drip(bytes.filled(places), pause)
    case .flood(let bytes): return flood(bytes.filled(places))
    case .pause(let milliseconds): return connection.pause(milliseconds: milliseconds)
    case .stall:
      connection.waitForClose()
      return false
    case .close:
      connection.close()
      return false
    case .reset:
      connection.reset()
      return false
    case .signal(let number): return subject.signal(number)
    case .awaitStop: return subject.awaitStop()
    case .type(let text): return subject.type(text)
    }
  }

  private func answer(_ status: String, _ fields: [String], _ body: String) -> Bool {
    let fields = fields.map(places.fill)
    let hasLength = fields.contains { $0.lowercased().hasPrefix("content-length") }
    let length = hasLength ? [] : ["Content-Length: \(body.utf8.count)"]
    let head = (["HTTP/1.1 \(status)"] + length + fields).joined(separator: "\r\n")
    return connection.send(Array("\(head)\r\n\r\n\(body)".utf8))
  }

  private func drip(_ bytes: [UInt8], _ pause: Int32) -> Bool {
    bytes.allSatisfy { connection.pause(milliseconds: pause) && connection.send([$0]) }
  }

  private func flood(_ bytes: [UInt8]) -> Bool {
    while connection.send(bytes) {}
    return false
  }
}
