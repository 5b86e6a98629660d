import Foundation
import System
import TestSupport

/// A loopback server that supports just enough HTTP/2 to answer requests or leave them unanswered.
///
/// Each connection has an `openssl s_server` for TLS, whose standard streams carry the frames (RFC
/// 9113).
///
/// ```
/// libcurl ──▶ LoopbackServer ──▶ openssl s_server ──▶ answer(_:_:)
/// ```
final class HTTP2Server: Sendable {
  /// Whether to answer a request, given the number of its connection and its number on that
  /// connection, from 1.
  typealias Rule = @Sendable (_ connection: Int, _ request: Int) -> Bool

  private let server: LoopbackServer
  private let seen: Guarded<[Int]>

  /// Starts a server with the certificate `server.pem` and its key in a directory.
  init(certificateIn folder: String, answers: @escaping Rule) throws {
    let (count, seen) = (Guarded(0), Guarded<[Int]>([]))
    self.seen = seen
    server = try LoopbackServer { connection in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let path = "\(folder)/server"
      guard
        let tls = try? OpenSSL.Server(
          certificate: "\(path).pem",
          key: "\(path).key",
          ["-alpn", "h2", "-naccept", "1"]
        ), let port = tls.authority.split(separator: ":").last.flatMap({ UInt16($0) }),
        let inner = LoopbackConnection(to: port)
      else { return }
      Thread.detachNewThread { inner.relay(to: connection) }
      Thread.detachNewThread {
        Self.answer(tls) { request in
          seen.withLock { $0.append(number) }
          return answers(number, request)
        }
      }
      connection.relay(to: inner)
      tls.stop()
    }
  }

  var authority: String { server.authority }

  /// The connection of each request, in order of arrival.
  var connections: [Int] { seen.withLock(\.self) }

  private static func answer(_ tls: OpenSSL.Server, _ answers: (Int) -> Bool) {
    // s_server prints information about the connection first.
    let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    var bytes = Data()
    var (isOpen, requests) = (false, 0)
    while true {
      let more = tls.output.fileHandleForReading.availableData
      if more.isEmpty { return }
      bytes += more
      if !isOpen, let found = bytes.firstRange(of: preface) {
        isOpen = true
        bytes = Data(bytes[found.upperBound...])
        tls.send(frame(.settings, stream: 0))
      }
      while isOpen, let frame = Frame(removingFrom: &bytes) {
        switch frame.kind {
        case .settings where frame.flags & Frame.acknowledges == 0:
          tls.send(self.frame(.settings, flags: Frame.acknowledges, stream: 0))
        case .headers:
          requests += 1
          guard answers(requests) else { continue }
          // 0x88 is `:status: 200` in the static table (RFC 7541, appendix A).
          tls.send(
            self.frame(.headers, flags: Frame.endsHeaders, stream: frame.stream, [0x88])
              + self.frame(.data, flags: Frame.endsStream, stream: frame.stream, Array("ok".utf8))
          )
        default: continue
        }
      }
    }
  }

  private static func frame(
    _ kind: Frame.Kind,
    flags: UInt8 = 0,
    stream: UInt8,
    _ payload: [UInt8] = []
  ) -> Data {
    Data([0, 0, UInt8(payload.count), kind.rawValue, flags, 0, 0, 0, stream] + payload)
  }
}

/// A frame of a stream with a small number (RFC 9113, section 4.1).
private struct Frame {
  enum Kind: UInt8 {
    case data = 0
    case headers = 1
    case settings = 4
  }

  static let acknowledges: UInt8 = 1
  static let endsStream: UInt8 = 1
  static let endsHeaders: UInt8 = 4

  /// The kind of frame; nil for unsupported ones.
  let kind: Kind?
  let flags, stream: UInt8

  /// Removes a frame from the bytes; nil while it is incomplete.
  init?(removingFrom bytes: inout Data) {
    let head = Array(bytes.prefix(9))
    guard head.count == 9 else { return nil }
    let end = 9 + head[..<3].reduce(0) { $0 << 8 + Int($1) }
    guard bytes.count >= end else { return nil }
    (kind, flags, stream) = (Kind(rawValue: head[3]), head[4], head[8])
    bytes = Data(bytes.dropFirst(end))
  }
}

extension OpenSSL.Server {
  fileprivate func send(_ frames: Data) {
    try? input.fileHandleForWriting.write(contentsOf: frames)
  }
}
