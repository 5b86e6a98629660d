import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a filter reads: a socket, since a write to it that nobody reads is an error and no signal.
final class FilterInput: TextSink {
  private let state: Guarded<State>

  private struct State {
    /// Nil once closed.
    var descriptor: Int32?
    var isRefused = false
  }

  /// Closes the descriptor when done.
  init(_ descriptor: Int32) {
    state = Guarded(State(descriptor: descriptor))
  }

  /// Whether the filter stopped reading before all was written.
  var isRefused: Bool { state.withLock(\.isRefused) }

  func write(_ text: String) throws(OutputError) {
    guard let descriptor = state.withLock(\.descriptor) else { throw OutputError(errno: EPIPE) }
    var text = text
    let problem = text.withUTF8 { Self.send(UnsafeRawBufferPointer($0), to: descriptor) }
    guard let problem else { return }
    if problem == EPIPE || problem == ECONNRESET { state.withLock { $0.isRefused = true } }
    throw OutputError(errno: problem)
  }

  /// Tells the filter that this is all; nobody may be writing.
  func close() {
    let descriptor = state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
    if let descriptor { closeDescriptor(descriptor) }
  }

  /// Nil, or the `errno` that ended it.
  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = sendBytes(descriptor, chunk.baseAddress, chunk.count, quiet)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno != EINTR {
        return errno
      }
    }
    return nil
  }

  #if canImport(Darwin)
    /// ``FilterProcess`` has set `SO_NOSIGPIPE` instead.
    private static let quiet: Int32 = 0
  #else
    private static let quiet = Int32(MSG_NOSIGNAL)
  #endif
}

/// `close(2)` and `send(2)`, whose names ``FilterInput`` takes.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func sendBytes(
  _ descriptor: Int32,
  _ bytes: UnsafeRawPointer?,
  _ count: Int,
  _ flags: Int32
) -> Int {
  send(descriptor, bytes, count, flags)
}
