/// A source of lines.
package protocol LineReading: Sendable {
  /// Waits for the next line.
  func next() async -> LineRead
}

/// A line, or the reason why there is none.
package enum LineRead: Sendable, Equatable {
  case line(String)
  /// A line that is not UTF-8 text, with the problem.
  case unreadable(String)
  /// A line that is too long, with the problem.
  case overlong(String)
  case end
}

/// The rules for splitting input into lines.
package struct LineRules: Sendable {
  /// The maximum length in bytes.
  let maxLength: Int
  /// Whether a last line without a line ending counts.
  let takesUnfinished: Bool

  /// Lines that people type or pipe in: 64 KiB is far more than GitHub accepts.
  package static let typed = Self(maxLength: 64 * 1024, takesUnfinished: true)

  /// Messages from another program; a partial last line is dropped.
  package static let messages = Self(maxLength: 4 * 1024 * 1024, takesUnfinished: false)
}

/// The lines of a file descriptor, read on demand.
package final class DescriptorLines: LineReading {
  private let descriptor: Int32
  private let buffer: Guarded<LineBuffer>

  package init(_ descriptor: Int32, _ rules: LineRules = .typed) {
    self.descriptor = descriptor
    buffer = Guarded(LineBuffer(rules))
  }

  /// The next line; only one caller may wait at a time.
  package func next() async -> LineRead {
    while true {
      if let line = buffer.withLock({ $0.takeLine() }) { return line }
      let bytes = await DedicatedThread.run { [descriptor] in
        try? FileDescriptor.read(from: descriptor)
      }
      // An input error is treated as its end.
      buffer.withLock { $0.add(bytes ?? []) }
    }
  }
}

/// Splits bytes into lines.
struct LineBuffer: Sendable {
  private let rules: LineRules
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// Whether the line is too long, so that the rest of it is skipped.
  private var isOverlong = false

  init(_ rules: LineRules = .typed) {
    self.rules = rules
  }

  /// Adds bytes; none mean the end.
  mutating func add(_ new: [UInt8]) {
    isAtEnd = new.isEmpty
    bytes += new
  }

  /// The next line; nil if more bytes are needed.
  mutating func takeLine() -> LineRead? {
    if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      defer { bytes.removeFirst(end + 1) }
      return finish(bytes[..<end])
    }
    if bytes.count > rules.maxLength {
      isOverlong = true
      bytes = []
    }
    guard isAtEnd else { return nil }
    defer { bytes = [] }
    let hasLine = rules.takesUnfinished && (!bytes.isEmpty || isOverlong)
    return hasLine ? finish(bytes[...]) : .end
  }

  private mutating func finish(_ line: ArraySlice<UInt8>) -> LineRead {
    defer { isOverlong = false }
    guard !isOverlong, line.count <= rules.maxLength else {
      return .overlong("it is longer than \(rules.maxLength) bytes")
    }
    let isCRLF = line.last == UInt8(ascii: "\r")
    guard let text = String(validating: isCRLF ? line.dropLast() : line, as: UTF8.self) else {
      return .unreadable("it is not UTF-8 text")
    }
    return .line(text)
  }
}
