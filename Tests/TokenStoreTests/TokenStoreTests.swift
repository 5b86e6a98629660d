import Foundation
import GitHubModel
import System
import TestSupport
import Testing

@testable import TokenStore

@Suite struct TokenStoreTests {
  private let folder = TemporaryFolder()

  init() throws {
    for name in ["here", "config/ghsearch", "config/gh"] {
      try folder.makeDirectory(name)
    }
  }

  private var dotEnv: String { folder.path + "/here/.env" }
  private var tokenFile: String { folder.path + "/config/ghsearch/token" }

  private func write(_ text: String, to path: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func store(
    _ environment: [String: String] = [:],
    base: APIBase = .github,
    skip: @escaping @Sendable (TokenError) -> Void = { _ in }
  ) -> TokenStore {
    TokenStore(
      environment: environment.merging(["XDG_CONFIG_HOME": folder.path + "/config"]) { own, _ in own
      },
      workingDirectory: folder.path + "/here",
      base: base,
      skip: skip
    )
  }

  private func token(_ environment: [String: String] = [:], base: APIBase = .github) throws
    -> String?
  {
    try store(environment, base: base).load()?.token.reveal()
  }

  private func problem(_ environment: [String: String] = [:]) -> TokenError.Problem? {
    do throws(TokenError) {
      _ = try store(environment).load()
      return nil
    } catch {
      return error.problem
    }
  }

  private func sandbox() throws -> APIBase { try #require(APIBase("http://127.0.0.1:8080")) }
  private func enterprise() throws -> APIBase {
    try #require(APIBase(enterpriseHost: "git.example"))
  }

  // MARK: Order

  @Test func `tries the sources in the documented order`() throws {
    try write("GITHUB_TOKEN=from_env_file\n", to: dotEnv)
    try write("from_token_file", to: tokenFile)
    try write("github.com:\n    oauth_token: from_gh\n", to: folder.path + "/config/gh/hosts.yml")
    var environment = ["GHSEARCH_TOKEN": "a", "GH_TOKEN": "b", "GITHUB_TOKEN": "c"]

    #expect(try token(environment) == "a")
    environment["GHSEARCH_TOKEN"] = " "
    #expect(try token(environment) == "b")
    environment["GH_TOKEN"] = nil
    #expect(try token(environment) == "c")
    environment["GITHUB_TOKEN"] = nil
    #expect(try token(environment) == "from_env_file")
    try FileManager.default.removeItem(atPath: dotEnv)
    #expect(try token(environment) == "from_token_file")
    try FileManager.default.removeItem(atPath: tokenFile)
    #expect(try token(environment) == "from_gh")
  }

  @Test func `returns nil if there is no token`() throws {
    #expect(try token() == nil)
    #expect(try TokenStore(environment: [:], workingDirectory: "/", base: .github).load() == nil)
  }

  @Test func `returns the source of the token`() throws {
    try write("GH_TOKEN=x", to: dotEnv)

    #expect(try store(["GH_TOKEN": "x"]).load()?.source == .variable("GH_TOKEN"))
    #expect(try store().load()?.source == .dotEnv(dotEnv))
  }

  @Test func `prefers the keys of a file in their own order`() throws {
    try write("GITHUB_TOKEN=three\nGHSEARCH_TOKEN=one\nGH_TOKEN=two\n", to: dotEnv)

    #expect(try token() == "one")
  }

  // MARK: Hosts

  @Test func `uses the variables for github.com only there`() throws {
    let environment = ["GH_TOKEN": "b", "GITHUB_TOKEN": "c"]
    try write("GH_TOKEN=d\nGITHUB_TOKEN=e\n", to: dotEnv)

    #expect(try token(environment, base: sandbox()) == nil)
    #expect(try token(environment, base: enterprise()) == nil)
    #expect(try token(environment) == "b")
  }

  @Test func `uses our own variable for the configured API`() throws {
    #expect(try token(["GHSEARCH_TOKEN": "a"], base: sandbox()) == "a")
    try write("GHSEARCH_TOKEN=b", to: dotEnv)
    #expect(try token(base: sandbox()) == "b")
  }

  @Test func `uses enterprise variables only for the host in GH_HOST`() throws {
    let environment = ["GH_ENTERPRISE_TOKEN": "x", "GH_HOST": "git.example"]

    #expect(try token(environment, base: enterprise()) == "x")
    #expect(try token(environment, base: .github) == nil)
    #expect(try token(environment, base: sandbox()) == nil)
    #expect(try token(["GH_ENTERPRISE_TOKEN": "x"], base: enterprise()) == nil)
    #expect(try token(["GH_ENTERPRISE_TOKEN": "x", "GH_HOST": "github.com"]) == nil)
  }

  @Test func `does not use a token for another API`() throws {
    try write("mine\nfor https://api.github.com\n", to: tokenFile)

    #expect(try token() == "mine")
    #expect(try token(base: sandbox()) == nil)
  }

  @Test func `uses gh's token only for its own host`() throws {
    try write("git.example:\n  oauth_token: theirs\n", to: folder.path + "/config/gh/hosts.yml")

    #expect(try token(base: enterprise()) == "theirs")
    #expect(try token() == nil)
    #expect(try token(base: sandbox()) == nil)
  }

  // MARK: What is refused

  @Test(arguments: ["Bearer x", "x\r\nX-Evil: 1", "\"x\"", "a b"])
  func `a malformed variable is an error and is not skipped`(_ value: String) {
    #expect(problem(["GHSEARCH_TOKEN": value, "GH_TOKEN": "good"]) == .malformed)
  }

  @Test func `an invalid line is an error only if it is about a token for this API`()
    throws
  {
    try write("A = b\nGITHUB_TOKEN = x\n", to: dotEnv)
    #expect(problem() == .syntax(line: 2))

    let enterprise = ["GH_HOST": "git.example.com"]
    let base = try #require(APIBase(enterpriseHost: "git.example.com"))
    #expect(try store(enterprise, base: base).load() == nil)
  }

  @Test func `ignores a directory named .env`() throws {
    try FileManager.default.createDirectory(atPath: dotEnv, withIntermediateDirectories: false)

    #expect(problem() == nil)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o666])
  func `rejects a token file that others can read`(_ mode: Int) throws {
    try write("x", to: tokenFile, mode: mode)

    #expect(problem() == .file(.readableByOthers(mode: UInt32(mode))))
  }

  @Test func `a token file must be a regular file of reasonable size`() throws {
    try FileManager.default.createSymbolicLink(atPath: tokenFile, withDestinationPath: "/dev/zero")
    #expect(problem() == .file(.symbolicLink))
    try FileManager.default.removeItem(atPath: tokenFile)

    #expect(mkfifo(tokenFile, 0o600) == 0)
    #expect(problem() == .file(.notRegular))
    try FileManager.default.removeItem(atPath: tokenFile)

    try FileManager.default.createDirectory(atPath: tokenFile, withIntermediateDirectories: false)
    #expect(problem() == .file(.notRegular))
    try FileManager.default.removeItem(atPath: tokenFile)

    try write(String(repeating: "a", count: 65_537), to: tokenFile)
    #expect(problem() == .file(.tooLarge))
  }

  /// A flaw that makes a `.env` file unusable, and whether its text is still readable.
  enum Flaw: CaseIterable, Sendable {
    case foreign, oversized, oversizedAtTheEnd, notUTF8, utf16, utf32, zeroByte
    case pipe, device, loop, longLink
  }

  /// Creates the file; returns false if this user cannot.
  private func make(_ flaw: Flaw, _ text: String) throws -> Bool {
    let filler = String(repeating: "# filler\n", count: 9000)
    switch flaw {
    case .foreign:
      try write(text, to: dotEnv, mode: 0o644)
      return chown(dotEnv, 65_534, 65_534) == 0
    case .oversized: try write(text + filler, to: dotEnv)
    case .oversizedAtTheEnd: try write(filler + text, to: dotEnv)
    case .notUTF8: try write(bytes: Array(text.utf8) + [0xC3, 0x28])
    case .utf16: try write(bytes: [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] })
    case .utf32: try write(bytes: [0, 0, 0xFE, 0xFF] + text.utf8.flatMap { [0, 0, 0, $0] })
    case .zeroByte: try write(bytes: Array(text.utf8) + [0])
    case .pipe: return mkfifo(dotEnv, 0o600) == 0
    case .device: return symlink("/dev/zero", dotEnv) == 0
    case .loop: return symlink(".env", dotEnv) == 0
    case .longLink: return symlink(String(repeating: "x/", count: 3000), dotEnv) == 0
    }
    return true
  }

  private func write(bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: dotEnv))
  }

  private static let harmless = [
    "", "A=b\n", "# GH_TOKEN=x\n", "URL = \"https://$GH_TOKEN@host\"\n", "GH_TOKENS=x\n",
    "GH_ENTERPRISE_TOKEN=x\n",
  ]
  private static let meant = [
    "GHSEARCH_TOKEN=x\n", "A=b\nexport GH_TOKEN=x\n", "GITHUB_TOKEN : x\n", "set GH_TOKEN\n",
  ]

  @Test(arguments: Flaw.allCases)
  func `skips an unusable .env file unless it contains one of our keys`(
    _ flaw: Flaw
  ) throws {
    try write("mine\nfor https://api.github.com\n", to: tokenFile)
    for text in Self.harmless + Self.meant {
      defer { unlink(dotEnv) }
      guard try make(flaw, text) else { continue }
      let hasText = ![.pipe, .device, .loop, .longLink].contains(flaw)
      let skipped = Guarded<[TokenError]>([])
      let store = store(skip: { error in skipped.withLock { $0.append(error) } })

      let found = Result { () throws(TokenError) in try store.load()?.token.reveal() }

      if hasText, Self.meant.contains(text) {
        guard case .failure(let error) = found, case .file = error.problem else {
          Issue.record("\(text): \(found)")
          continue
        }
        #expect(error.source == .dotEnv(dotEnv))
        #expect(skipped.withLock { $0 }.isEmpty)
      } else {
        #expect(try found.get() == "mine", "\(text)")
        #expect(skipped.withLock { $0 }.map(\.source) == [.dotEnv(dotEnv)], "\(text)")
      }
    }
  }

  @Test func `skips a .env file for another API regardless of its keys`() throws {
    try write(bytes: Array("GH_TOKEN=x\n".utf8) + [0xFF])
    #expect(problem() == .file(.notText))
    #expect(try token(base: sandbox()) == nil)
  }

  @Test func `drops a byte order mark and rejects other encodings`() throws {
    try write("\u{FEFF}marked\r\n", to: tokenFile)
    #expect(try token() == "marked")

    try #require("x".data(using: .utf16)).write(to: URL(fileURLWithPath: tokenFile))
    #expect(problem() == .file(.notText))
  }

  @Test func `the error contains no part of the token`() {
    do throws(TokenError) {
      _ = try store(["GHSEARCH_TOKEN": "c4n4ry c4n4ry"]).load()
    } catch {
      #expect(!"\(error)".contains("c4n4ry"))
    }
  }

  // MARK: - Saving

  private func save(_ token: String, base: APIBase = .github) async throws -> String {
    try await store(base: base).save(try #require(AccessToken(token)), retryDelay: Self.retryDelay)
  }

  private func removeSaved(base: APIBase = .github) async throws -> String? {
    try await store(base: base).removeSaved(retryDelay: Self.retryDelay)
  }

  private static let retryDelay: TokenStore.RetryDelay = {
    try await Task.sleep(for: .milliseconds(5))
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `saves a token for one API, readable only by the user`() async throws {
    let enterprise = try #require(APIBase(enterpriseHost: "github.example"))

    #expect(try await save("one") == tokenFile)
    _ = try await save("two", base: enterprise)

    #expect(try mode(tokenFile) == 0o600)
    #expect(try token() == "one")
    #expect(try token(base: enterprise) == "two")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path + "/config/ghsearch"
    )
    #expect(Set(names) == ["token", "token.lock"])
  }

  @Test func `creates the directories only for the user`() async throws {
    try FileManager.default.removeItem(atPath: folder.path + "/config")

    _ = try await save("one")

    #expect(try mode(folder.path + "/config") == 0o700)
    #expect(try mode(folder.path + "/config/ghsearch") == 0o700)
  }

  @Test func `removes the token of one API, and the file with the last token`() async throws {
    let enterprise = try #require(APIBase(enterpriseHost: "github.example"))
    _ = try await save("one")
    _ = try await save("two", base: enterprise)

    #expect(try await removeSaved() == tokenFile)
    #expect(try await removeSaved() == nil)
    #expect(try token(base: enterprise) == "two")
    #expect(try await removeSaved(base: enterprise) == tokenFile)

    #expect(!FileManager.default.fileExists(atPath: tokenFile))
    #expect(try await removeSaved() == nil)
  }

  @Test func `replaces a file with other content, but no unsafe file`() async throws {
    try write("<html>", to: tokenFile)
    _ = try await save("one")
    #expect(try token() == "one")

    try write("other", to: tokenFile, mode: 0o644)
    await #expect(throws: TokenError.self) { try await save("two") }
    #expect(try String(contentsOfFile: tokenFile, encoding: .utf8) == "other")
    #expect(try await removeSaved() == tokenFile)

    try FileManager.default.createSymbolicLink(atPath: tokenFile, withDestinationPath: dotEnv)
    await #expect(throws: TokenError.self) { try await save("two") }
    #expect(!FileManager.default.fileExists(atPath: dotEnv))
  }

  @Test func `reports a missing home directory, and the error of the system`() async throws {
    let store = TokenStore(environment: [:], workingDirectory: "/", base: .github)
    let token = try #require(AccessToken("x"))
    await #expect(throws: TokenError(.tokenFile("token"), .noHomeDirectory)) {
      try await store.save(token, retryDelay: Self.retryDelay)
    }

    try FileManager.default.createDirectory(atPath: tokenFile, withIntermediateDirectories: true)
    await #expect(throws: TokenError.self) { try await save("one") }
    await #expect(throws: TokenError.self) { try await removeSaved() }
  }

  @Test func `keeps tokens saved concurrently`() async throws {
    let bases = try (1...4).map { try #require(APIBase(enterpriseHost: "github\($0).example")) }

    try await withThrowingTaskGroup { group in
      for base in bases {
        group.addTask { [self] in
          _ = try await save("of_\(base.origin.host.dropLast(8))", base: base)
        }
      }
      try await group.waitForAll()
    }

    for base in bases { #expect(try token(base: base) == "of_\(base.origin.host.dropLast(8))") }
  }

  @Test func `does not save a token while another process holds the lock`() async throws {
    let lock = try FileLock(tokenFile + ".lock")
    let token = try #require(AccessToken("x"))

    await #expect(throws: TokenError(.tokenFile(tokenFile), .busy)) {
      try await store().save(token, retryDelay: {})
    }
    _ = consume lock

    #expect(try await save("x") == tokenFile)
  }
}
