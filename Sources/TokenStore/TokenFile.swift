package import GitHubModel
import System

/// The content of the token file: tokens, each followed by a line with its API.
///
/// ```
/// ghp_…
/// for https://api.github.com
/// ghp_…
/// for https://github.example
/// ```
/// A single token without a second line is for `https://api.github.com`.
package struct TokenFile: Sendable {
  struct Entry: Sendable {
    let token: AccessToken
    let origin: Origin
  }

  private(set) var entries: [Entry]

  /// Creates an empty file.
  init() { entries = [] }

  /// Parses the content of a file; nil if anything else is in it.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    if lines.count == 1, let token = AccessToken(String(lines[0])) {
      entries = [Entry(token: token, origin: APIBase.github.origin)]
      return
    }
    guard !lines.isEmpty, lines.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: lines.count, by: 2)
    entries = pairs.compactMap { Self.entry(lines[$0], lines[$0 + 1]) }
    guard entries.count == lines.count / 2 else { return nil }
  }

  private static func entry(_ first: Substring, _ second: Substring) -> Entry? {
    let words = second.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] == "for", let origin = Origin(words[1]) else { return nil }
    return AccessToken(String(first)).map { Entry(token: $0, origin: origin) }
  }

  /// The first token for the API at an origin.
  package func token(for origin: Origin) -> AccessToken? {
    entries.first { $0.origin == origin }?.token
  }

  /// Replaces the tokens for the API by this one.
  mutating func set(_ token: AccessToken, for origin: Origin) {
    remove(for: origin)
    entries.append(Entry(token: token, origin: origin))
  }

  /// Removes the tokens for the API.
  mutating func remove(for origin: Origin) {
    entries.removeAll { $0.origin == origin }
  }

  /// The content to write.
  var text: String {
    entries.map { "\($0.token.reveal())\nfor \($0.origin)\n" }.joined()
  }
}

extension TokenStore {
  /// Saves a token for the API in the token file, and returns the path of the file.
  ///
  /// The file keeps its tokens for other APIs, even those that another process saves concurrently:
  /// `retryDelay` waits some milliseconds for that process. A file with other content is replaced,
  /// unless ``GuardedFile`` refuses to read it.
  package func save(_ token: AccessToken, retryDelay: RetryDelay) async throws(TokenError) -> String
  {
    let path = try path()
    try await holdingLock(of: path, retryDelay) { () throws(TokenError) in
      let text = try read(path, as: .tokenFile(path), policy: .secret)
      var file = text.flatMap(TokenFile.init) ?? TokenFile()
      file.set(token, for: base.origin)
      try replace(path, with: file)
    }
    return path
  }

  /// Waits some milliseconds before the next attempt to lock the file.
  package typealias RetryDelay = @Sendable () async throws -> Void

  /// Removes the tokens for the API from the token file, and returns its path; nil if there are none.
  ///
  /// Deletes the file if it contains no other token, has other content, or is readable by others.
  package func removeSaved(retryDelay: RetryDelay) async throws(TokenError) -> String? {
    let path = try path()
    guard FileStatus(of: path, followsLinks: false).exists else { return nil }
    return try await holdingLock(of: path, retryDelay) { () throws(TokenError) in
      try removeSaved(in: path)
    }
  }

  private func removeSaved(in path: String) throws(TokenError) -> String? {
    let found: TokenFile?
    do throws(TokenError) {
      guard let text = try read(path, as: .tokenFile(path), policy: .secret) else { return nil }
      found = TokenFile(text)
    } catch {
      found = nil
    }
    guard var file = found else { return try remove(path) }
    guard file.token(for: base.origin) != nil else { return nil }
    file.remove(for: base.origin)
    if file.entries.isEmpty { return try remove(path) }
    try replace(path, with: file)
    return path
  }

  private func path() throws(TokenError) -> String {
    guard let path = tokenFilePath else { throw TokenError(.tokenFile("token"), .noHomeDirectory) }
    return path
  }

  /// Runs the body, even if the file cannot be locked; writing it then reports why.
  private func holdingLock<Value>(
    of path: String,
    _ retryDelay: RetryDelay,
    _ body: () throws(TokenError) -> Value
  ) async throws(TokenError) -> Value {
    let lock: FileLock
    do throws(FileLock.Problem) {
      lock = try await FileLock.take("\(path).lock", retryDelay: retryDelay)
    } catch .impossible {
      return try body()
    } catch {
      throw TokenError(.tokenFile(path), .busy)
    }
    return try lock.holding(body)
  }

  private func replace(_ path: String, with file: TokenFile) throws(TokenError) {
    PrivateDirectory.make(for: path)
    var bytes = Array(file.text.utf8)
    defer { bytes.wipe() }
    do throws(SystemError) {
      try AtomicFile.replace(path, with: bytes, isDurable: true)
    } catch {
      throw TokenError(.tokenFile(path), .unwritable(errno: error.code))
    }
  }

  private func remove(_ path: String) throws(TokenError) -> String? {
    do throws(SystemError) {
      return try FileSystem.remove(path) ? path : nil
    } catch {
      throw TokenError(.tokenFile(path), .unwritable(errno: error.code))
    }
  }
}
