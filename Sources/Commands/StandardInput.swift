import TokenStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names, or the token, that are piped in.
enum StandardInput {
  /// Bytes; some 200,000 names.
  private static let largest = 8 * 1024 * 1024

  /// Reads to the end.
  static func read() throws(CommandFailure) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // It may be a token that is piped in.
    defer {
      bytes.wipe()
      buffer.wipe()
    }
    while bytes.count <= largest {
      let count = readBytes(&buffer)
      if count == 0 {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw CommandFailure(.usage, "read standard input", "it is no UTF-8 text")
        }
        return text
      }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw CommandFailure(.localFile, "read standard input", SystemError.text(errno))
      }
    }
    throw CommandFailure(.usage, "read standard input", "it is larger than \(largest) bytes")
  }
}

/// `read(2)`, whose name ``StandardInput`` takes.
private func readBytes(_ buffer: inout [UInt8]) -> Int {
  read(STDIN_FILENO, &buffer, buffer.count)
}
