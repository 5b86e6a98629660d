import CCurl
import Foundation
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(20))) struct CurlTransportTests {
  private func request(
    _ server: LoopbackServer,
    _ method: HTTPRequest.Method = .get,
    path: String = "/",
    fields: HTTPFields = [:]
  ) -> TransportRequest {
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: server.authority,
      path: path,
      headerFields: fields
    )
    return TransportRequest(head: head)
  }

  /// The transport's error if the server runs the closure after the request's head.
  private func failure(
    _ configuration: CurlConfiguration = CurlConfiguration(),
    timeout: Duration = .seconds(30),
    _ answer: @escaping @Sendable (LoopbackConnection) -> Void
  ) async throws -> TransportError? {
    let server = try LoopbackServer { connection in
      guard connection.readHead() != nil else { return }
      answer(connection)
    }
    var request = request(server)
    request.timeout = timeout
    do throws(TransportError) {
      _ = try await CurlTransport(configuration).send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `sends the path and the header fields unchanged`() async throws {
    let head = Guarded("")
    let server = try LoopbackServer { connection in
      head.withLock { $0 = connection.readHead() ?? "" }
      connection.respond()
    }

    _ = try await CurlTransport().send(
      request(server, path: "/a/../b?q=c%2B%2B", fields: [.userAgent: "tests", .accept: "x/y"])
    )

    let lines = head.withLock { $0 }.components(separatedBy: "\r\n")
    #expect(lines[0] == "GET /a/../b?q=c%2B%2B HTTP/1.1")
    #expect(lines.contains("User-Agent: tests"))
    #expect(lines.contains("Accept: x/y"))
    #expect(lines.contains { $0.hasPrefix("Accept-Encoding:") && $0.contains("gzip") })
    #expect(!lines.contains { $0.hasPrefix("Content-Type") })
  }

  /// A server that reads a POST and closes without a byte.
  enum Closing: CaseIterable {
    case reusedConnectionOnly
    case everyConnection
  }

  @Test(arguments: Closing.allCases, [true, false])
  func `retries only a repeatable request if its connection ends without a byte`(
    _ closing: Closing,
    _ isRepeatable: Bool
  ) async throws {
    let seen = Guarded<[String]>([])
    let server = try LoopbackServer { connection in
      var isReused = false
      while let head = connection.readHead() {
        seen.withLock { $0.append(String(head.prefix { $0 != " " })) }
        if head.hasPrefix("POST"), isReused || closing == .everyConnection { return }
        connection.respond()
        isReused = true
      }
    }
    let transport = CurlTransport()
    var change = request(server, .post)
    change.isRepeatable = isRepeatable

    _ = try await transport.send(request(server))
    let outcome: TransportError.Code?
    do throws(TransportError) {
      _ = try await transport.send(change)
      outcome = nil
    } catch {
      outcome = error.code
    }

    #expect(seen.withLock { $0 } == ["GET"] + Array(repeating: "POST", count: isRepeatable ? 2 : 1))
    #expect(outcome == (closing == .everyConnection ? .connectionLost : nil))
  }

  @Test func `sends an empty body with a PUT, and a full one`() async throws {
    let seen = Guarded<[String]>([])
    let server = try LoopbackServer { connection in
      while let head = connection.readHead() {
        let body = head.contains("Content-Length: 4") ? connection.read(count: 4) : ""
        seen.withLock { $0.append(head + body) }
        connection.respond("204 No Content")
      }
    }
    let transport = CurlTransport()
    var full = request(server, .put)
    full.body = Data("star".utf8)

    let empty = try await transport.send(request(server, .put))
    _ = try await transport.send(full)

    let requests = seen.withLock { $0 }
    #expect(empty.head.status.code == 204)
    #expect(requests.first?.hasPrefix("PUT / HTTP/1.1") == true)
    #expect(requests.first?.contains("Content-Length: 0\r\n") == true)
    #expect(requests.last?.hasSuffix("\r\n\r\nstar") == true)
  }

  @Test func `returns status, fields and body, without the fields of an interim response`()
    async throws
  {
    let server = try LoopbackServer { connection in
      _ = connection.readHead()
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </early>\r\n\r\n")
      connection.respond("404 Not Found", ["X-A: 1", "X-A: 2", "X-Empty:"], body: "gone")
    }

    let response = try await CurlTransport().send(request(server))

    let name = try #require(HTTPField.Name("X-A"))
    let link = try #require(HTTPField.Name("Link"))
    let empty = try #require(HTTPField.Name("X-Empty"))
    #expect(response.head.status.code == 404)
    #expect(response.head.headerFields[values: name] == ["1", "2"])
    #expect(response.head.headerFields[empty] == "")
    #expect(response.head.headerFields[link] == nil)
    #expect(response.body == Array("gone".utf8))
  }

  @Test func `follows no redirect`() async throws {
    let server = try LoopbackServer { connection in
      while connection.readHead() != nil { connection.respond("302 Found", ["Location: /other"]) }
    }

    let response = try await CurlTransport().send(request(server))

    #expect(response.head.status.code == 302)
    #expect(response.head.headerFields[.location] == "/other")
  }

  @Test func `decompresses gzip`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.readHead()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzipped.count)\r\n\r\n"
      )
      connection.send(gzipped)
    }

    let response = try await CurlTransport().send(request(server))

    #expect(response.body == Array(repeating: UInt8(ascii: "a"), count: 1000))
  }

  @Test func `reuses a connection`() async throws {
    let server = try LoopbackServer { connection in
      while connection.readHead() != nil { connection.respond(body: "ok") }
    }
    let transport = CurlTransport()

    for _ in 0..<5 { _ = try await transport.send(request(server)) }

    #expect(server.connectionCount == 1)
  }

  @Test func `runs any number of concurrent requests`() async throws {
    let count = 20
    let arrived = Guarded(0)
    let everybody = DispatchGroup()
    for _ in 0..<count { everybody.enter() }
    let server = try LoopbackServer { connection in
      guard connection.readHead() != nil else { return }
      arrived.withLock { $0 += 1 }
      everybody.leave()
      everybody.wait()
      connection.respond(body: "ok")
    }
    let transport = CurlTransport()

    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        let request = request(server)
        group.addTask { _ = try await transport.send(request) }
      }
      try await group.waitForAll()
    }

    #expect(arrived.withLock { $0 } == count)
  }

  // MARK: Canceling

  @Test func `canceling the task ends its transfer and closes the connection`() async throws {
    let arrived = Signal()
    let closed = Signal()
    let server = try LoopbackServer { connection in
      _ = connection.readHead()
      arrived.raise()
      connection.waitForClose()
      closed.raise()
    }
    let request = request(server)
    let task = Task { () -> TransportError.Code? in
      do throws(TransportError) {
        _ = try await CurlTransport().send(request)
        return nil
      } catch {
        return error.code
      }
    }
    await arrived.wait()

    task.cancel()

    #expect(await task.value == .canceled)
    await closed.wait()
  }

  @Test func `a canceled task sends nothing`() async throws {
    let server = try LoopbackServer { _ in }
    let request = request(server)
    let transport = CurlTransport()
    let go = Signal()
    let task = Task { () -> TransportError.Code? in
      await go.wait()
      do throws(TransportError) {
        _ = try await transport.send(request)
        return nil
      } catch {
        return error.code
      }
    }

    task.cancel()
    go.raise()

    #expect(await task.value == .canceled)
    #expect(server.connectionCount == 0)
  }

  @Test func `canceling one request does not affect the others`() async throws {
    let arrived = Signal()
    let release = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      guard let head = connection.readHead() else { return }
      if head.contains("/silent") {
        arrived.raise()
        connection.waitForClose()
      } else {
        release.wait()
        connection.respond(body: "ok")
      }
    }
    let transport = CurlTransport()
    let silent = request(server, path: "/silent")
    let other = request(server, path: "/other")
    let canceled = Task { try await transport.send(silent) }
    let kept = Task { try await transport.send(other) }
    await arrived.wait()

    canceled.cancel()
    _ = await canceled.result
    release.signal()

    #expect(try await kept.value.body == Array("ok".utf8))
  }

  // MARK: Connections that may be dead

  /// The end of a request on a connection whose server has gone silent.
  enum Silence: CaseIterable {
    case timeOut, cancel, suspension
  }

  @Test(arguments: Silence.allCases)
  func `sends nothing on an HTTP/2 connection that may be dead`(_ silence: Silence) async throws {
    let folder = TemporaryFolder()
    try OpenSSL.makeCertificate("server", in: folder.path)
    let arrived = Signal()
    let server = try HTTP2Server(certificateIn: folder.path) { connection, request in
      if request > 2 { arrived.raise() }
      return connection > 1 || request <= 2
    }
    var configuration = CurlConfiguration { TrustStore(file: "\(folder.path)/server.pem") }
    configuration.suspiciousSilence = .zero
    let asleep = Guarded<Int64>(0)
    let transport = CurlTransport(configuration) { asleep.withLock(\.self) }
    let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
    func send(timeout: Duration = .seconds(30), tries: Int = 3) async -> TransportError.Code? {
      var request = TransportRequest(head: head)
      request.timeout = timeout
      do throws(TransportError) {
        let response = try await transport.send(request)
        #expect(response.body == Array("ok".utf8) && response.metrics?.version == "HTTP/2")
        return nil
      } catch {
        // On a busy machine, openssl may end a handshake of its server.
        if error.code == .tls, tries > 1 { return await send(timeout: timeout, tries: tries - 1) }
        return error.code
      }
    }
    #expect(await [send(), send()] == [nil, nil])

    switch silence {
    case .timeOut:
      #expect(await send(timeout: .milliseconds(200)) == .timeout)
      await arrived.wait()
    case .cancel:
      let lost = Task { await send() }
      await arrived.wait()
      lost.cancel()
      #expect(await lost.value == .canceled)
    case .suspension: asleep.withLock { $0 = 60_000 }
    }

    let ends = await [send(), send(), send()]
    #expect(ends == [nil, nil, nil])
    let onFirst = silence == .suspension ? 2 : 3
    #expect(server.connections.count { $0 == 1 } == onFirst)
    #expect(server.connections.count == onFirst + 3)
  }

  @Test func `a timeout affects no other transfers, and their connections close afterward`()
    async throws
  {
    let arrived = Signal()
    let closed = Signal()
    let release = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      guard let head = connection.readHead() else { return }
      if head.contains("/lost") { return connection.waitForClose() }
      arrived.raise()
      release.wait()
      connection.respond(body: "late")
      connection.waitForClose()
      closed.raise()
    }
    let transport = CurlTransport()
    let slow = request(server, path: "/slow")
    let late = Task { try await transport.send(slow) }
    await arrived.wait()
    var lost = request(server, path: "/lost")
    lost.timeout = .milliseconds(50)

    await #expect(throws: TransportError.self) { try await transport.send(lost) }
    release.signal()

    #expect(try await late.value.body == Array("late".utf8))
    await closed.wait()
    withExtendedLifetime(transport) {}
  }

  #if canImport(Glibc)
    /// glibc reads the file named by `HOSTALIASES`, here a pipe without data, to look up a name
    /// without dots.
    @Test func `requests end on time and others are answered while a name lookup hangs`()
      async
    {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        let aliases = folder.path + "/aliases"
        precondition(mkfifo(aliases, 0o600) == 0 && setenv("HOSTALIASES", aliases, 1) == 0)
        let server = try LoopbackServer { connection in
          guard connection.readHead() != nil else { return }
          connection.respond(body: "ok")
        }
        var limits = CurlConfiguration { TrustStore() }
        limits.connectTimeout = .seconds(2)
        let transport = CurlTransport(limits)
        @Sendable func outcome(
          _ scheme: String,
          _ authority: String
        ) async -> TransportError.Code? {
          var request = TransportRequest(
            head: HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
          )
          request.timeout = .seconds(20)
          do throws(TransportError) {
            _ = try await transport.send(request)
            return nil
          } catch {
            return error.code
          }
        }
        let lookup = Task { await outcome("https", "unanswered") }
        // Opens once the lookup reads.
        let writer = await DedicatedThread.run { open(aliases, O_WRONLY | O_CLOEXEC) }
        precondition(writer >= 0)
        let begun = ContinuousClock.now

        lookup.cancel()
        let canceled = await lookup.value
        let answered = await outcome("http", server.authority)
        let limited = await outcome("https", "unanswered")

        precondition(canceled == .canceled && answered == nil && limited == .nameResolutionTimeout)
        precondition(begun.duration(to: .now) < .seconds(15))
      }
    }
  #endif

  // MARK: Failures

  @Test func `a refused connection names the host`() async throws {
    let server = try LoopbackServer { _ in }
    let authority = server.authority
    let gone = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/")

    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(TransportRequest(head: gone))
    }

    #expect(error?.code == .connection)
    #expect(error?.host == "127.0.0.1:1")
    #expect(error?.reason.isEmpty == false)
    #expect(authority != error?.host)
  }

  @Test func `a host name without an address has its own code`() async {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "nowhere.invalid", path: "/")

    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(TransportRequest(head: head))
    }

    #expect(error?.code == .nameResolution)
  }

  @Test(arguments: ["ftp", "file", "gopher"])
  func `uses no protocol but HTTP`(_ scheme: String) async {
    let head = HTTPRequest(method: .get, scheme: scheme, authority: "127.0.0.1", path: "/")

    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(TransportRequest(head: head))
    }

    #expect(error?.code == .malformedResponse)
  }

  @Test func `a truncated body is a lost connection`() async throws {
    let error = try await failure {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    }

    #expect(error?.code == .connectionLost)
  }

  @Test func `a connection closed without a response is lost`() async throws {
    let error = try await failure { _ in }

    #expect(error?.code == .connectionLost)
  }

  /// For a server that ends a stream or connection without handling the request.
  @Test(arguments: [CURLE_HTTP2, CURLE_HTTP2_STREAM])
  func `an HTTP/2 stream that the server resets is a lost connection`(_ code: CURLcode) {
    #expect(TransportError.Code(code) == .connectionLost)
  }

  @Test func `a response that is not HTTP is malformed`() async throws {
    let error = try await failure { $0.send("220 mail ready\r\n") }

    #expect(error?.code == .malformedResponse)
  }

  @Test func `a body falsely labeled as gzip is malformed`() async throws {
    let error = try await failure {
      $0.respond("200 OK", ["Content-Encoding: gzip"], body: "not gzip at all")
    }

    #expect(error?.code == .malformedResponse)
  }

  @Test func `a server that never responds exceeds the time limit`() async throws {
    let error = try await failure(timeout: .milliseconds(500)) { $0.waitForClose() }

    #expect(error?.code == .timeout)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"])
  func `a transfer that exceeds its time limit closes its connection`(start: String) async throws {
    let hasArrived = Guarded(false)
    let closed = Signal()
    let server = try LoopbackServer { connection in
      guard connection.readHead() != nil else { return }
      hasArrived.withLock { $0 = true }
      connection.send(start)
      connection.waitForClose()
      closed.raise()
    }
    let transport = CurlTransport()
    var request = request(server)
    request.timeout = .milliseconds(50)

    // A busy machine may need longer for the request to arrive.
    repeat {
      request.timeout *= 2
      let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
      #expect(error?.code == .timeout)
    } while !hasArrived.withLock(\.self)
    await closed.wait()
    withExtendedLifetime(transport) {}
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"])
  func `ends a transfer that libcurl does not end in time`(start: String)
    async throws
  {
    let arrived = Signal()
    let closed = Signal()
    let server = try LoopbackServer { connection in
      guard connection.readHead() != nil else { return }
      connection.send(start)
      arrived.raise()
      connection.waitForClose()
      closed.raise()
    }
    let loop = CurlLoop()
    var patient = CurlConfiguration()
    patient.minRateTime = .seconds(300)
    var request = request(server)
    request.timeout = .seconds(300)
    let prepared = CurlRequest(
      message: request,
      configuration: patient,
      trust: TrustStore()
    )
    let outcome = Task { await loop.outcome(of: prepared) }
    await arrived.wait()

    loop.expire(1)

    let error = await #expect(throws: TransportError.self) {
      try await outcome.value.get()
    }
    #expect(error?.code == .timeout)
    await closed.wait()
    loop.retire()
  }

  /// Another response, which stalls after its first bytes, ends the wait for this one's.
  ///
  /// A limit that counted from the request would therefore have ended this one first.
  @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\nLink: </early>\r\n\r\n"])
  func `a server may be slow before the first byte, but not after it`(interim: String)
    async throws
  {
    let arrived = Signal()
    let stalled = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      guard let head = connection.readHead() else { return }
      if head.contains("/slow") {
        connection.send(interim)
        arrived.raise()
        stalled.wait()
        connection.respond(body: "late")
      } else {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        connection.waitForClose()
      }
    }
    var strict = CurlConfiguration()
    strict.minRateTime = .seconds(1)
    let transport = CurlTransport(strict)
    let slow = request(server, path: "/slow")
    let late = Task { try await transport.send(slow) }
    await arrived.wait()

    let error = await #expect(throws: TransportError.self) {
      try await transport.send(request(server, path: "/stalling"))
    }
    stalled.signal()

    #expect(error?.code == .timeout)
    #expect(error?.reason.contains("too slow") == true)
    #expect(try await late.value.body == Array("late".utf8))
  }

  @Test func `an endless body ends at the limit`() async throws {
    var configuration = CurlConfiguration()
    configuration.maxBodyBytes = 100_000

    let error = try await failure(configuration) { connection in
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      while connection.send([UInt8](repeating: 0x20, count: 65_536)) {}
    }

    #expect(error?.code == .responseTooLarge)
  }

  @Test func `an error body that is too large is a malformed response`() async throws {
    var configuration = CurlConfiguration()
    configuration.maxBodyBytes = 999

    let error = try await failure(configuration) { connection in
      connection.send("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n")
      connection.send([UInt8](repeating: 0x20, count: 1000))
    }

    #expect(error?.code == .malformedResponse)
  }

  @Test func `a decompressed body ends at the limit`() async throws {
    var configuration = CurlConfiguration()
    configuration.maxBodyBytes = 999

    let error = try await failure(configuration) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
      connection.send(gzipped)
    }

    #expect(error?.code == .responseTooLarge)
  }

  @Test func `endless header fields end at the limit`() async throws {
    var configuration = CurlConfiguration()
    configuration.maxHeadBytes = 10_000

    let error = try await failure(configuration) { connection in
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X-More: \(String(repeating: "y", count: 1000))\r\n") {}
    }

    #expect(error?.code == .malformedResponse)
  }
}

/// A thousand times the letter a (RFC 1952).
private let gzipped: [UInt8] = [
  0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x4B, 0x4C, 0x1C, 0x05, 0xA3, 0x60,
  0x14, 0x0C, 0x77, 0x00, 0x00, 0x03, 0xDA, 0x38, 0x9A, 0xE8, 0x03, 0x00, 0x00,
]
