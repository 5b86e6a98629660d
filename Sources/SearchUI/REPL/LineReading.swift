import System

/// A source of lines.
package protocol LineReading: Sendable {
  /// The next line; waits for it.
  func next() async -> LineRead
}

/// A line, or why there is none.
package enum LineRead: Sendable, Equatable {
  case line(String)
  /// A line that is not UTF-8 text or is too long, and why.
  case unreadable(String)
  case end
}

/// The lines of a file descriptor, read on demand.
package final class DescriptorLines: LineReading {
  private let descriptor: Int32
  private let buffer = Guarded(LineBuffer())

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Only one caller at a time.
  package func next() async -> LineRead {
    while true {
      if let line = buffer.withLock({ $0.takeLine() }) { return line }
      let bytes = await DedicatedThread.run { [descriptor] in
        try? FileDescriptor.read(from: descriptor)
      }
      // A broken input has ended too.
      buffer.withLock { $0.add(bytes ?? []) }
    }
  }
}

/// Splits bytes into lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// The line is too long; the rest of it is skipped.
  private var isOverlong = false

  /// No bytes mean the end.
  mutating func add(_ new: [UInt8]) {
    isAtEnd = new.isEmpty
    bytes += new
  }

  /// Nil when more bytes are needed.
  mutating func takeLine() -> LineRead? {
    if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      defer { bytes.removeFirst(end + 1) }
      return finish(bytes[..<end])
    }
    if bytes.count > Self.maxLineLength {
      isOverlong = true
      bytes = []
    }
    guard isAtEnd else { return nil }
    defer { bytes = [] }
    return bytes.isEmpty && !isOverlong ? .end : finish(bytes[...])
  }

  private mutating func finish(_ line: ArraySlice<UInt8>) -> LineRead {
    defer { isOverlong = false }
    guard !isOverlong, line.count <= Self.maxLineLength else {
      return .unreadable("it is longer than \(Self.maxLineLength) bytes")
    }
    let isCRLF = line.last == UInt8(ascii: "\r")
    guard let text = String(validating: isCRLF ? line.dropLast() : line, as: UTF8.self) else {
      return .unreadable("it is not UTF-8 text")
    }
    return .line(text)
  }

  /// Far more than GitHub accepts.
  private static let maxLineLength = 64 * 1024
}
