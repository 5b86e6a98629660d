#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that wakes a poll: one byte is as good as many.
struct WakePipe: ~Copyable, Sendable {
  let reader: Int32
  let writer: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .lastCall("open a pipe") }
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// From any thread; a pipe that is full wakes the poll just as well.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  /// The bytes that have come.
  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(reader, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}
