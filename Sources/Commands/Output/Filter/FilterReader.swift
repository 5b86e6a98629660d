import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what a filter writes until it has written all, and prints it line by line.
struct FilterReader: Sendable {
  /// What came of it: whether the output could be written, and what stood on standard error.
  typealias Outcome = (output: Result<Void, CommandFailure>, complaint: String)

  let output: Int32
  let errors: Int32
  let context: Context

  /// Waits, and closes both descriptors: for a thread of its own.
  func read() -> Outcome {
    var (lines, complaint) = (FilterLines(context), [UInt8]())
    var requests = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while requests.contains(where: { $0.fd >= 0 }) {
      guard poll(&requests, nfds_t(requests.count), -1) > 0 else { continue }
      for index in requests.indices where requests[index].revents != 0 {
        let bytes = Self.bytes(of: requests[index].fd)
        if index == 0 {
          lines.take(bytes)
        } else {
          complaint += bytes.prefix(Self.longestComplaint)
        }
        guard bytes.isEmpty || lines.hasFailed && index == 0 else { continue }
        close(requests[index].fd)
        requests[index].fd = -1
      }
    }
    return (
      lines.finish(), String(decoding: complaint.prefix(Self.longestComplaint), as: UTF8.self)
    )
  }

  private static let longestComplaint = 4096

  /// Empty at the end, and where nothing can be read any more.
  private static func bytes(of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var received = -1
      repeat {
        received = readBytes(descriptor, buffer.baseAddress, buffer.count)
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
  }
}

/// Puts bytes together to whole lines and prints these; on a terminal they are made safe.
private struct FilterLines {
  private let context: Context
  private var rest: [UInt8] = []
  private var result: Result<Void, CommandFailure> = .success(())

  init(_ context: Context) {
    self.context = context
  }

  var hasFailed: Bool {
    if case .failure = result { true } else { false }
  }

  mutating func take(_ bytes: [UInt8]) {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      rest += bytes
      return
    }
    print(rest + bytes[...end])
    rest = Array(bytes[(end + 1)...])
  }

  mutating func finish() -> Result<Void, CommandFailure> {
    print(rest)
    return result
  }

  private mutating func print(_ bytes: [UInt8]) {
    guard !hasFailed, !bytes.isEmpty else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(CommandFailure) {
      try context.print(context.terminal == nil ? text : Self.safe(text))
    } catch {
      result = .failure(error)
    }
  }

  private static func safe(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText($0).description }.joined(separator: "\n")
  }
}

/// `read(2)`, whose name ``FilterReader`` takes.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int)
  -> Int
{
  read(descriptor, buffer, count)
}
