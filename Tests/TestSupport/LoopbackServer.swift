import Foundation
import System

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on loopback that sends raw bytes, with one thread per connection.
///
/// It can misbehave: truncate, stall, flood, close. It stops when released.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let connections = Guarded(0)

  /// Starts listening; `handle` runs once for each connection.
  ///
  /// - Parameters:
  ///   - port: The port; 0 picks a free one.
  ///   - lastByte: The last byte of the address, by default that of 127.0.0.1.
  ///   - handle: Handles a connection, which closes when this returns.
  /// - Throws: `POSIXError` if the port is in use.
  package init(
    port: UInt16 = 0,
    lastByte: UInt8 = 1,
    _ handle: @escaping @Sendable (LoopbackConnection) -> Void
  ) throws {
    let listener = socket(AF_INET, streamType, 0)
    closeOnExec(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: (UInt32(0x7F00_0000) | UInt32(lastByte)).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else {
      close(listener)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    self.listener = listener
    self.port = Int(UInt16(bigEndian: address.sin_port))
    let connections = connections
    Thread.detachNewThread {
      while true {
        let peer = accept(listener, nil, nil)
        if peer < 0 { break }
        closeOnExec(peer)
        connections.withLock { $0 += 1 }
        Thread.detachNewThread {
          handle(LoopbackConnection(peer))
          close(peer)
        }
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// `http://127.0.0.1:PORT`.
  package var url: String { "http://127.0.0.1:\(port)" }
  package var authority: String { "127.0.0.1:\(port)" }
  package var connectionCount: Int { connections.withLock { $0 } }
}

/// Keeps sockets out of a test's child processes.
private func closeOnExec(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let waitForAll = Int32(MSG_WAITALL)

  /// Sends without SIGPIPE, so that a closed peer causes an error.
  private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }
#elseif canImport(Darwin)
  private let streamType = SOCK_STREAM
  private let waitForAll = MSG_WAITALL

  /// Sends without SIGPIPE, so that a closed peer causes an error.
  private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return send(descriptor, bytes.baseAddress, bytes.count, 0)
  }
#endif

/// The server's end of one connection; every call blocks its thread.
package struct LoopbackConnection: Sendable {
  /// The socket, which closes when the connection's handler returns.
  package let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Connects to a server on loopback, until the process ends; nil if there is none.
  package init?(to port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    descriptor = socket(AF_INET, streamType, 0)
    closeOnExec(descriptor)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { [descriptor] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size) == 0
      }
    }
    guard isConnected else {
      close(descriptor)
      return nil
    }
  }

  /// Forwards the peer's data to another connection, and its end as well.
  package func relay(to other: Self) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0, other.send(Array(bytes.prefix(count))) else { break }
    }
    shutdown(other.descriptor, Int32(SHUT_WR))
  }

  /// Reads the next request's head, including its blank line; nil if the peer is gone.
  package func readHead() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func read(count: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, waitForAll)
    return String(decoding: bytes.prefix(max(received, 0)), as: UTF8.self)
  }

  /// Returns false once the peer is gone.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        sendWithoutSignal(descriptor, $0)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends a response with its length.
  package func respond(_ status: String = "200 OK", _ fields: [String] = [], body: String = "") {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Waits until the peer closes its end.
  package func waitForClose() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }
}
