import Locking
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a file descriptor, read when they are asked for and no sooner than needed.
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
      let bytes = await DedicatedThread.run { [descriptor] in Self.read(descriptor) }
      buffer.withLock { $0.add(bytes) }
    }
  }

  /// Nothing at the end; an input that breaks has ended too.
  private static func read(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = readBytes(descriptor, &bytes)
      if count >= 0 { return Array(bytes.prefix(count)) }
      if errno == EAGAIN {
        waitUntilReadable(descriptor)
      } else if errno != EINTR {
        return []
      }
    }
  }

  /// Somebody who shares the descriptor may have made it non-blocking.
  private static func waitUntilReadable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// `read(2)`, whose name is taken inside of the type.
private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  read(descriptor, &bytes, bytes.count)
}

/// Bytes on their way to lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// The line is too long to be kept; what is left of it is passed over.
  private var isOverlong = false

  /// No bytes are the end.
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
    if bytes.count > Self.longestLine {
      isOverlong = true
      bytes = []
    }
    guard isAtEnd else { return nil }
    defer { bytes = [] }
    return bytes.isEmpty && !isOverlong ? .end : finish(bytes[...])
  }

  private mutating func finish(_ line: ArraySlice<UInt8>) -> LineRead {
    defer { isOverlong = false }
    guard !isOverlong, line.count <= Self.longestLine else {
      return .unreadable("it is longer than \(Self.longestLine) bytes")
    }
    let isCRLF = line.last == UInt8(ascii: "\r")
    guard let text = String(validating: isCRLF ? line.dropLast() : line, as: UTF8.self) else {
      return .unreadable("it is no UTF-8 text")
    }
    return .line(text)
  }

  /// Far more than GitHub takes.
  private static let longestLine = 64 * 1024
}
