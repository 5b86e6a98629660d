import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
import Terminal
import Testing

@testable import Commands

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
  func `requests a picture from GitHub's own host`(base: String, url: String, wanted: String)
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
  func `sends no request to another host`(base: String, url: String) throws {
    #expect(AvatarAddress(url, of: try #require(APIBase(base))) == nil)
  }
}

@Suite struct AvatarCacheTests {
  private let home: TemporaryHome
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws {
    home = try TemporaryHome()
  }

  private func cache(after time: TimeInterval = 0) -> AvatarCache {
    AvatarCache(directory: home.path + "/cache/avatars", now: { [now] in now + time })
  }

  private func picture(_ byte: UInt8 = 0, size: Int = 20) throws -> Picture {
    try #require(Picture(png + [UInt8](repeating: byte, count: size - png.count)))
  }

  /// Stores a picture, retrying while the lock is taken: a child process that another test starts inherits
  /// all open files, locks included, until it executes its program.
  private func keep(_ picture: Picture, of owner: Int, after seconds: Double = 0) async throws {
    let cache = cache(after: seconds)
    repeat {
      cache.store(picture, of: Int64(owner))
      if cache.picture(of: Int64(owner)) != nil { return }
      try await lockRetryDelay()
    } while !Task.isCancelled
  }

  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: cache().directory)) ?? []
    return all.filter { $0 != ".lock" }
  }

  @Test func `caches a picture for a week, readable only by the user`() async throws {
    try await keep(try picture(1), of: 7)

    #expect(cache(after: 6.9 * day).picture(of: 7) == (try picture(1)))
    #expect(cache(after: 7.1 * day).picture(of: 7) == nil)
    #expect(cache().picture(of: 8) == nil)
    #expect(names == ["7"])
    let attributes = try FileManager.default.attributesOfItem(atPath: cache().directory + "/7")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let directory = try FileManager.default.attributesOfItem(atPath: cache().directory)
    #expect(directory[.posixPermissions] as? Int == 0o700)
  }

  @Test func `ignores a file that is not a picture, not regular or too large`() async throws {
    try await keep(try picture(), of: 1)
    let directory = cache().directory
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: directory + "/2"))
    try Data(count: Picture.maxBytes + 1).write(to: URL(fileURLWithPath: directory + "/3"))
    try FileManager.default.createSymbolicLink(atPath: directory + "/4", withDestinationPath: "1")
    try FileManager.default.createDirectory(
      atPath: directory + "/5",
      withIntermediateDirectories: true
    )
    try Data().write(to: URL(fileURLWithPath: directory + "/6"))

    for owner in 2...6 { #expect(cache().picture(of: Int64(owner)) == nil) }
  }

  @Test func `keeps at most 200 pictures, and removes the oldest`() async throws {
    for owner in 0..<205 { try await keep(try picture(), of: owner, after: Double(owner)) }

    #expect(names.count == 200)
    #expect(names.compactMap { Int($0) }.min() == 5)
  }

  @Test func `keeps at most 20 MiB of pictures, and removes the oldest`() async throws {
    for owner in 0..<23 {
      try await keep(try picture(size: Picture.maxBytes), of: owner, after: Double(owner))
    }

    #expect(names.count == 20)
    #expect(names.compactMap { Int($0) }.min() == 3)
  }

  @Test func `caches nothing in a directory that cannot be written to`() throws {
    let cache = AvatarCache(directory: "/dev/null/avatars", now: { [now] in now })
    cache.store(try picture(), of: 1)
    #expect(cache.picture(of: 1) == nil)
  }
}

@Suite struct AvatarSourceTests {
  /// Answers everything alike.
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

  private func source(_ transport: Answering, cache: AvatarCache? = nil) -> AvatarSource {
    AvatarSource(base: .github, transport: transport, cache: cache)
  }

  @Test func `requests a picture once, without a token, with a short time limit`() async throws {
    let home = try TemporaryHome()
    let date = Date(timeIntervalSince1970: 1_790_000_000)
    let cache = AvatarCache(directory: home.path + "/avatars", now: { date })
    let transport = Answering(png)

    let first = await source(transport, cache: cache).picture(of: owner())
    let second = await source(transport, cache: cache).picture(of: owner())

    #expect(first?.bytes == png && second == first)
    let requests = transport.requests.withLock { $0 }
    #expect(requests.map(\.url) == ["https://avatars.githubusercontent.com/u/7?s=96"])
    #expect(requests.first?.head.headerFields[.authorization] == nil)
    #expect(requests.first?.timeout == .seconds(10))
  }

  @Test(arguments: [
    Array("<html>".utf8), Array("GIF89a".utf8), [], png + [UInt8](repeating: 0, count: 1 << 20),
  ])
  func `ignores a response that is not a picture`(_ body: [UInt8]) async {
    #expect(await source(Answering(body)).picture(of: owner()) == nil)
  }

  @Test(arguments: [301, 302, 304, 404, 429, 500])
  func `follows no redirect, and shows no picture after a failure`(_ status: Int) async {
    let transport = Answering(png, status: status, fields: [.location: "https://evil.test/"])

    #expect(await source(transport).picture(of: owner()) == nil)
    #expect(transport.requests.withLock { $0.count } == 1)
  }

  @Test func `requests nothing from another host`() async {
    let transport = Answering(png)

    #expect(await source(transport).picture(of: owner("https://evil.test/u/7")) == nil)
    #expect(transport.requests.withLock { $0.isEmpty })
  }
}
