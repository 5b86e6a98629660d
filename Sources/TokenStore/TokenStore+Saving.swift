package import GitHubModel

extension TokenStore {
  /// Keeps the token in the token file, for the API and no other; the path of the file.
  ///
  /// Tokens for other APIs stay in it. What is no token file of ours is replaced, since whoever
  /// signs in wants it to be one; a file that may not be trusted is not. What another process keeps
  /// in it at the same time is not lost; `rest` waits some milliseconds for it.
  package func save(_ token: AccessToken, rest: Rest) async throws(TokenError) -> String {
    let (path, source) = try place()
    let lock = try await lock(path, source, rest)
    try save(token, in: path, source)
    // Held until here, whatever the optimizer thinks of a value that nobody reads.
    _ = consume lock
    return path
  }

  package typealias Rest = @Sendable () async throws -> Void

  private func save(
    _ token: AccessToken,
    in path: String,
    _ source: TokenSource
  ) throws(TokenError) {
    var file = try read(path, as: source, policy: .secret).flatMap(TokenFile.init) ?? TokenFile()
    file.set(token, for: base.origin)
    try replace(path, with: file, as: source)
  }

  /// Takes what is meant for the API out of the token file; the file's path, or nil when it has
  /// nothing for it.
  ///
  /// A file that cannot be read as one, or that others can read, goes whole. `rest` is as above.
  package func removeSaved(rest: Rest) async throws(TokenError) -> String? {
    let (path, source) = try place()
    guard SecretFile.exists(path) else { return nil }
    let lock = try await lock(path, source, rest)
    let removed = try removeSaved(in: path, source)
    _ = consume lock
    return removed
  }

  private func removeSaved(
    in path: String,
    _ source: TokenSource
  ) throws(TokenError) -> String? {
    let found: TokenFile?
    do throws(TokenError) {
      guard let text = try read(path, as: source, policy: .secret) else { return nil }
      found = TokenFile(text)
    } catch {
      found = nil
    }
    guard var file = found else { return try remove(path, source) }
    guard file.token(for: base.origin) != nil else { return nil }
    file.remove(for: base.origin)
    if file.entries.isEmpty { return try remove(path, source) }
    try replace(path, with: file, as: source)
    return path
  }

  private func place() throws(TokenError) -> (String, TokenSource) {
    guard let path = tokenFilePath else { throw TokenError(.tokenFile("token"), .homeless) }
    return (path, .tokenFile(path))
  }

  /// Nil where there is no such thing as a lock: whether it can be written shows soon enough.
  private func lock(
    _ path: String,
    _ source: TokenSource,
    _ rest: Rest
  ) async throws(TokenError) -> FileLock? {
    do throws(FileLock.Problem) {
      return try await FileLock.take("\(path).lock", rest: rest)
    } catch .impossible {
      return nil
    } catch {
      throw TokenError(source, .busy)
    }
  }

  private func replace(
    _ path: String,
    with file: TokenFile,
    as source: TokenSource
  ) throws(TokenError) {
    do throws(SecretFile.Problem) {
      try SecretFile.replace(path, with: file.text)
    } catch {
      throw TokenError(source, .unwritable(errno: error.code))
    }
  }

  private func remove(_ path: String, _ source: TokenSource) throws(TokenError) -> String? {
    do throws(SecretFile.Problem) {
      return try SecretFile.remove(path) ? path : nil
    } catch {
      throw TokenError(source, .unwritable(errno: error.code))
    }
  }
}
