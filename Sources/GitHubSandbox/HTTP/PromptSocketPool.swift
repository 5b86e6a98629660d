internal import FlyingSocks
private import Foundation

/// A socket pool that switches Nagle's algorithm off for every connection.
///
/// FlyingFox writes head and body apart, so on a kept-alive connection each answer would wait some
/// 40 ms for the client's delayed acknowledgement. The server does not let its sockets out of its
/// hands, but before each read it asks the pool to wait: that is where they can be reached (tcp(7)).
struct PromptSocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  private static var noDelay: BoolSocketOption {
    BoolSocketOption(level: Int32(IPPROTO_TCP), name: Int32(TCP_NODELAY))
  }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if events.contains(.read) { try? socket.setValue(true, for: Self.noDelay) }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
