#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place that text goes to, where every byte is accounted for.
package protocol TextSink: Sendable {
  /// Returns when all of it is written.
  ///
  /// - Throws: ``OutputError`` when a byte could not be written.
  func write(_ text: String) throws(OutputError)
}

/// Why output could not be written.
package struct OutputError: Error, Sendable, Equatable {
  package let errno: Int32

  package init(errno: Int32) {
    self.errno = errno
  }
}

/// A file descriptor, written to with `write(2)`: `print` says nothing of a full disk.
package struct DescriptorSink: TextSink {
  let descriptor: Int32

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) throws(OutputError) {
    var text = text
    let problem = text.withUTF8 { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
    if let problem { throw OutputError(errno: problem) }
  }

  /// Nil, or the `errno` that ended it.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = writeBytes(descriptor, chunk.baseAddress, chunk.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        waitUntilWritable(descriptor)
      } else if count < 0, errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Somebody who shares the descriptor may have made it non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// `write(2)`, whose name ``TextSink`` takes.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
