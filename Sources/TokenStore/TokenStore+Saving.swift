package import GitHubModel

extension TokenStore {
  /// Keeps the token in the token file, for the API and no other; the path of the file.
  ///
  /// Tokens for other APIs stay in it. What is no token file of ours is replaced, since whoever
  /// signs in wants it to be one; a file that may not be trusted is not.
  package func save(_ token: AccessToken) throws(TokenError) -> String {
    let (path, source) = try place()
    var file = try read(path, as: source, policy: .secret).flatMap(TokenFile.init) ?? TokenFile()
    file.set(token, for: base.origin)
    try replace(path, with: file, as: source)
    return path
  }

  /// Takes what is meant for the API out of the token file; the file's path, or nil when it has
  /// nothing for it.
  ///
  /// A file that cannot be read as one, or that others can read, goes whole.
  package func removeSaved() throws(TokenError) -> String? {
    let (path, source) = try place()
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
