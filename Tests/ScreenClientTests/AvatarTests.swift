import Core
import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import OperationTesting
import ScreenClient
import System
import Terminal
import TestSupport
import Testing

private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
private let day: TimeInterval = 86_400

@Suite struct AvatarAddressTests {
  @Test(arguments: [
    (
      "https://api.github.com", "https://avatars.githubusercontent.com/u/1?v=4",
      "https://avatars.githubusercontent.com/u/1?s=96"
    ),
    (
      "https://ghe.test/api/v3", "https://ghe.test/avatars/u/1", "https://ghe.test/avatars/u/1?s=96"
    ),
    ("https://api.acme.ghe.com", "https://acme.ghe.com/u/1#x", "https://acme.ghe.com/u/1?s=96"),
    (
      "http://127.0.0.1:80", "https://avatars.githubusercontent.com/u/1",
      "http://127.0.0.1/u/1?s=96"
    ),
    (
      "http://localhost:8080", "http://localhost:8080/a/b.png", "http://localhost:8080/a/b.png?s=96"
    ),
  ])
  func `requests avatars from GitHub's own host`(base: String, url: String, wanted: String)
    throws
  {
    let address = AvatarAddress(url, of: try #require(APIBase(base)))
    #expect(address.map { "\($0.origin)\($0.path)" } == wanted)
  }

  @Test(arguments: [
    ("https://api.github.com", "https://evil.test/u/1"),
    ("https://api.github.com", "http://avatars.githubusercontent.com/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com:444/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com.evil.test/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com@evil.test/u/1"),
    ("https://api.github.com", "https://api.github.com/u/1"),
    ("https://api.github.com", "http://127.0.0.1/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com"),
    ("https://api.github.com", "https://avatars.githubusercontent.com?u=1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com/../u"),
    ("https://api.github.com", "https://avatars.githubusercontent.com/a\r\nX: y"),
    ("https://api.github.com", "https://avatars.githubusercontent.com/%2e%2e/u"),
    ("https://api.github.com", "javascript:alert(1)"), ("https://api.github.com", ""),
    ("https://ghe.test/api/v3", "https://avatars.githubusercontent.com/u/1"),
    ("https://ghe.test/api/v3", "https://avatars.ghe.test/u/1"),
    ("https://other.test/base", "https://other.test/u/1"),
    ("http://127.0.0.1:80", "https://evil.test/u/1"),
    ("http://127.0.0.1:80", "http://127.0.0.1:81/u/1"),
  ])
  func `sends no avatar request to another host`(base: String, url: String) throws {
    #expect(AvatarAddress(url, of: try #require(APIBase(base))) == nil)
  }
}

@Suite struct AvatarSourceTests {
  /// Gives every request the same response.
  private final class Answering: HTTPTransport {
    let requests = Guarded<[TransportRequest]>([])
    private let response: TransportResponse

    init(_ body: [UInt8], status: Int = 200, fields: HTTPFields = [:]) {
      let head = HTTPResponse(status: .init(code: status), headerFields: fields)
      response = TransportResponse(head: head, body: Array(body))
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      requests.withLock { $0.append(request) }
      return response
    }
  }

  private func owner(_ url: String = "https://avatars.githubusercontent.com/u/7?v=4") -> Owner {
    var owner = Owner(login: "a")
    (owner.id, owner.avatarURL) = (7, url)
    return owner
  }

  private func source(
    _ transport: Answering,
    in home: String? = nil,
    after time: TimeInterval = 0
  ) throws -> AvatarSource {
    var world = TestWorld()
    world.environment["XDG_CACHE_HOME"] = home
    world.transport = transport
    world.localDate = { TestWorld.date + time }
    return AvatarSource(try world.session())
  }

  @Test func `requests an avatar once a week, without the token and with a short time limit`()
    async throws
  {
    let home = TemporaryFolder()
    let transport = Answering(png)

    let first = try await source(transport, in: home.path).picture(of: owner())
    let second = try await source(transport, in: home.path, after: 6.9 * day).picture(of: owner())

    #expect(first?.bytes == png && second == first)
    let requests = transport.requests.withLock { $0 }
    #expect(requests.map(\.url) == ["https://avatars.githubusercontent.com/u/7?s=96"])
    #expect(requests.first?.head.headerFields[.authorization] == nil)
    #expect(requests.first?.timeout == .seconds(10))
    _ = try await source(transport, in: home.path, after: 7.1 * day).picture(of: owner())
    #expect(transport.requests.withLock { $0.count } == 2)
  }

  @Test(arguments: [
    (Array("<html>".utf8), 0), (Array("GIF89a".utf8), 0), ([], 0), (png, 1 << 20),
  ])
  func `ignores a response that is not an image`(_ bytes: [UInt8], _ zeros: Int) async throws {
    let body = bytes + [UInt8](repeating: 0, count: zeros)

    #expect(try await source(Answering(body)).picture(of: owner()) == nil)
  }

  @Test(arguments: [301, 302, 304, 404, 429, 500])
  func `follows no redirects, and shows no avatar after a failure`(_ status: Int) async throws {
    let transport = Answering(png, status: status, fields: [.location: "https://evil.test/"])

    #expect(try await source(transport).picture(of: owner()) == nil)
    #expect(transport.requests.withLock { $0.count } == 1)
  }

  @Test func `requests nothing from another host`() async throws {
    let transport = Answering(png)

    #expect(try await source(transport).picture(of: owner("https://evil.test/u/7")) == nil)
    #expect(transport.requests.withLock { $0.isEmpty })
  }
}
