import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's end of a connection, plain or encrypted; every call blocks its thread.
struct Wire {
  private let connection: LoopbackConnection
  private let session: TLSSession?

  init(_ connection: LoopbackConnection) {
    self.connection = connection
    session = nil
  }

  /// Performs the handshake; nil if the peer refuses.
  init?(_ connection: LoopbackConnection, as identity: TLSIdentity) {
    guard let session = TLSSession(connection.descriptor, as: identity) else { return nil }
    self.connection = connection
    self.session = session
  }

  /// Returns nil if the peer is gone.
  func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: max(count, 1))
    while bytes.count < count {
      let received = receive(&buffer, count - bytes.count)
      guard received > 0 else { return nil }
      bytes += buffer[..<received]
    }
    return bytes
  }

  /// Reads a request's head, including its blank line; nil if the peer is gone.
  func readHead() -> [UInt8]? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let next = read(1) else { return nil }
      bytes += next
    }
    return bytes
  }

  /// Reads everything until the peer is gone.
  func readToEnd(_ take: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let received = receive(&buffer, buffer.count)
      guard received > 0 else { return }
      take(Array(buffer[..<received]))
    }
  }

  /// Returns false once the peer is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    guard let session else { return connection.send(bytes) }
    return session.send(bytes)
  }

  /// Returns false once the peer is gone; leaves the bytes that it sends meanwhile unread.
  func pause(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: connection.descriptor, events: Self.hangUp, revents: 0)
    return poll(&request, 1, milliseconds) == 0
  }

  /// Ends our side of the connection, with TLS's own closing message if it is encrypted.
  func close() {
    session?.close()
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  /// Ends the connection with RST, as a rebooted machine does.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &lingering, size)
  }

  /// POLLRDHUP (poll(2)): the peer closed its end.
  private static let hangUp: Int16 = 0x2000

  private func receive(_ buffer: inout [UInt8], _ count: Int) -> Int {
    if let session { return session.receive(&buffer, count) }
    return recv(connection.descriptor, &buffer, count, 0)
  }
}
