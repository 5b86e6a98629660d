internal import FlyingFox
internal import FlyingSocks
private import Foundation
private import System

/// A FlyingFox server on 127.0.0.1 and the task that runs it.
///
/// Connections stay open between requests, as HTTP/1.1 specifies.
struct LoopbackServer: Sendable {
  let port: UInt16
  private let server: HTTPServer
  private let running: Task<Void, Never>
  private let hasStopped = Guarded(false)

  struct NoPort: Error {}

  /// The time limit for a response in seconds: a day, because faults may hold it back.
  private static let handlerTimeout = 86_400.0

  /// Returns once the port is bound; throws FlyingFox's error if it cannot be.
  ///
  /// While too many servers run, waits until one of them stops.
  static func start(port: UInt16, handler: some HTTPHandler) async throws -> Self {
    await ServerPlaces.shared.take()
    do {
      return try await bind(port: port, handler: handler)
    } catch {
      await ServerPlaces.shared.giveBack()
      throw error
    }
  }

  private static func bind(port: UInt16, handler: some HTTPHandler) async throws -> Self {
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
      timeout: handlerTimeout,
      pool: PromptSocketPool(base: HTTPServer.defaultPool()),
      logger: .disabled,
      handler: handler
    )
    let (failures, failure) = AsyncStream.makeStream(of: (any Error).self)
    let running = Task {
      do { try await server.run() } catch { failure.yield(error) }
      failure.finish()
    }
    try await waitUntilListening(server, failures)
    guard case .ip4(_, let port) = await server.listeningAddress else { throw NoPort() }
    return Self(port: port, server: server, running: running)
  }

  /// The maximum start time in seconds; long, because a thread may start late on a busy machine.
  private static let maxStartSeconds = 60.0

  private static func waitUntilListening(
    _ server: HTTPServer,
    _ failures: AsyncStream<any Error>
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.waitUntilListening(timeout: maxStartSeconds) }
      group.addTask {
        for await failure in failures { throw failure }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Stops accepting, then closes the socket.
  ///
  /// In FlyingFox's own order, the loop can accept from a descriptor that has reused the socket's
  /// number, and block a thread that others need.
  func stop() async {
    running.cancel()
    await running.value
    await server.stop(timeout: 0)
    if hasStopped.claim() { await ServerPlaces.shared.giveBack() }
  }
}

/// The number of servers that can still be started.
///
/// Each server occupies one of libdispatch's 255 threads. Without a free thread, a server would
/// never accept a connection, and everything else that needs a thread would wait forever.
private actor ServerPlaces {
  static let shared = ServerPlaces()

  private var free = 100
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// A socket pool that turns off Nagle's algorithm for every connection.
///
/// FlyingFox writes head and body separately, so on a persistent connection each response would
/// wait about 40 ms for the client's delayed acknowledgment (tcp(7)). The server does not expose
/// its sockets, but it asks the pool to wait before each read, and the pool sets the option there.
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
