import FlyingSocks
import Foundation
import GitHubSandbox
import Testing

@Suite(.timeLimit(.minutes(20))) struct SandboxTests {
  @Test func `responds to several requests on one connection and records them`() async throws {
    let sandbox = try await Sandbox.start()
    let connection = try await Connection(to: sandbox.port)

    let first = try await connection.send("GET /repos/curl/curl?a=%2B HTTP/1.1")
    let second = try await connection.send("GET /repos/nobody/none HTTP/1.1")

    #expect(first.hasPrefix("HTTP/1.1 200 "))
    #expect(second.hasPrefix("HTTP/1.1 404 "))
    #expect(sandbox.requests.map(\.target) == ["/repos/curl/curl?a=%2B", "/repos/nobody/none"])
    await sandbox.stop()
  }

  @Test func `plays a script of faults`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.secondaryRateLimit(retryAfter: 7), on: .path("/rate_limit"))
    sandbox.script(.truncate(bytes: 5), on: .path("/rate_limit"))
    sandbox.script(.drop, on: .path("/rate_limit"))

    let limited = try await Connection(to: sandbox.port).send("GET /rate_limit HTTP/1.1")
    let cut = try await Connection(to: sandbox.port).send("GET /rate_limit HTTP/1.1")
    let dropped = try await Connection(to: sandbox.port).send("GET /rate_limit HTTP/1.1")

    #expect(limited.hasPrefix("HTTP/1.1 403"))
    #expect(limited.contains("Retry-After: 7"))
    #expect(cut.hasSuffix("\r\n\r\n{\"res"))
    #expect(dropped.isEmpty)
    #expect(sandbox.unusedFaultCount == 0)
    await sandbox.stop()
  }

  @Test func `scripts a blocked repository and a redirect`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.blocked(reason: "dmca"), on: .path("/repos/curl/curl"))
    sandbox.script(.redirect(status: 303, to: "/rate_limit"), on: .path("/repos/curl/curl"))

    let blocked = try await Connection(to: sandbox.port).send("GET /repos/curl/curl HTTP/1.1")
    let other = try await Connection(to: sandbox.port).send("GET /repos/curl/curl HTTP/1.1")

    #expect(blocked.hasPrefix("HTTP/1.1 451 "))
    let block = #""block":{"reason":"dmca","created_at":"2026-03-01T00:00:00Z","html_url":"https:"#
    #expect(blocked.contains(block))
    #expect(other.hasPrefix("HTTP/1.1 303 ") && other.contains("Location: /rate_limit"))
    await sandbox.stop()
  }

  @Test func `holds a response until the gate opens`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate))
    let connection = try await Connection(to: sandbox.port)

    async let answer = connection.send("GET /rate_limit HTTP/1.1")
    try await gate.arrivals(1)
    #expect(sandbox.requests.count == 1)
    gate.open()

    #expect(try await answer.hasPrefix("HTTP/1.1 200 "))
    await sandbox.stop()
  }

  @Test func `throws if the port is in use`() async throws {
    let sandbox = try await Sandbox.start()
    var configuration = SandboxConfiguration()
    configuration.port = sandbox.port
    let taken = configuration

    await #expect(throws: (any Error).self) { try await Sandbox.start(taken) }
    await sandbox.stop()
  }
}

/// A raw HTTP/1.1 connection.
private struct Connection {
  private let socket: AsyncSocket

  init(to port: UInt16) async throws {
    socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
  }

  /// Sends a request and reads until the response is complete or the connection closes.
  func send(_ line: String) async throws -> String {
    try await socket.write(Data("\(line)\r\nHost: test\r\nUser-Agent: test\r\n\r\n".utf8))
    var bytes: [UInt8] = []
    while !isWhole(bytes) {
      guard let more = try? await socket.read(atMost: 4_096), !more.isEmpty else { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isWhole(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n"),
      let start = text.firstRange(of: "Content-Length: "),
      let length = Int(text[start.upperBound...].prefix { $0.isNumber })
    else { return false }
    return text[end.upperBound...].utf8.count >= length
  }
}
