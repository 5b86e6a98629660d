#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's end of TLS on a connected socket.
///
/// Not Sendable, because a connection belongs to the thread that serves it.
final class TLSSession {
  private let library: OpenSSL
  private let context: OpaquePointer
  private let session: OpaquePointer

  /// Performs the handshake; nil if it fails, as many cases intend.
  init?(_ descriptor: Int32, as identity: TLSIdentity) {
    guard let library = OpenSSL.shared, let context = library.context(for: identity) else {
      return nil
    }
    guard let session = library.newSession(context) else {
      library.freeContext(context)
      return nil
    }
    (self.library, self.context, self.session) = (library, context, session)
    Self.blockBrokenPipeSignal()
    guard library.setDescriptor(session, descriptor) == 1, library.accept(session) == 1 else {
      return nil
    }
  }

  /// OpenSSL may write to a closed connection, and SIGPIPE would end the tests.
  private static func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  deinit {
    library.freeSession(session)
    library.freeContext(context)
  }

  func receive(_ buffer: inout [UInt8], _ count: Int) -> Int {
    Int(library.read(session, &buffer, Int32(min(count, buffer.count))))
  }

  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        library.write(session, $0.baseAddress, Int32(min($0.count, 1 << 20)))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(Int(count))
    }
    return true
  }

  func close() {
    _ = library.shutdown(session)
  }
}

/// A TLS server's certificate and protocol settings.
struct TLSIdentity: Sendable {
  let certificate: String
  let key: String
  /// In wire format: 0x0301 is TLS 1.0.
  var newestVersion: Int?
}
