#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what a terminal sends and has it decoded.
struct InputReader {
  /// One burst; a paste of more comes in several.
  private static let mostBytes = 64 * 1024

  /// True when nothing more can come.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private var decoder: KeyDecoder
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(_ descriptor: Int32, escapeDelay: Duration) {
    self.descriptor = descriptor
    decoder = KeyDecoder(escapeDelay: escapeDelay)
  }

  var deadline: ContinuousClock.Instant? { decoder.deadline }

  mutating func expire() -> [InputEvent] {
    decoder.deadline == nil ? [] : decoder.expire(at: .now)
  }

  /// The events of all that can be read at once.
  mutating func read() -> [InputEvent] {
    var bytes: [UInt8] = []
    repeat {
      bytes += readOnce()
    } while !isAtEnd && bytes.count < Self.mostBytes && isReady
    return decoder.decode(bytes, at: .now)
  }

  private mutating func readOnce() -> ArraySlice<UInt8> {
    let count = systemRead(descriptor, &buffer)
    if count > 0 { return buffer[..<count] }
    // A terminal at its end reads as nothing, or as an error when it was hung up.
    if count == 0 || errno != EINTR && errno != EAGAIN { isAtEnd = true }
    return []
  }

  private var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}

/// `read(2)`, whose name is taken inside of types that read.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
