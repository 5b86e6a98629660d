package import GitHubModel

/// Finds the Personal Access Token for one API, each time it is asked.
///
/// Looked through in this order: `GHSEARCH_TOKEN`, `GH_TOKEN`, `GITHUB_TOKEN`, the enterprise
/// variables, the same three keys in `.env` of the working directory, the token file, and gh's
/// `hosts.yml`. A source that is meant for another host is passed over, so no token can reach a
/// host it is not for. Nothing is opened before a token is asked for, and nothing is kept.
package struct TokenStore: Sendable {
  private let environment: [String: String]
  private let workingDirectory: String
  let base: APIBase

  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - workingDirectory: Where `.env` is looked for.
  ///   - base: The API that the token is for.
  package init(environment: [String: String], workingDirectory: String, base: APIBase) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.base = base
  }

  /// The first token that is meant for the API, or nil when no source has one.
  ///
  /// - Throws: ``TokenError`` when the first source that has something has nothing usable: going on
  ///   to the next would act as somebody else than the user thinks.
  package func load() throws(TokenError) -> FoundToken? {
    if let found = try fromVariables() { return found }
    if let found = try fromDotEnv() { return found }
    if let found = try fromTokenFile() { return found }
    return fromGH()
  }

  /// Where `auth login` keeps a token, or nil without a home folder.
  package var tokenFilePath: String? {
    folders.config.map { "\($0)/ghsearch/token" }
  }
}

// MARK: Sources

extension TokenStore {
  private var folders: UserFolders { UserFolders(environment) }

  private func fromVariables() throws(TokenError) -> FoundToken? {
    for variable in TokenVariable.allCases {
      guard let value = environment[variable.rawValue], !value.allSatisfy(\.isWhitespace) else {
        continue
      }
      guard isMeant(variable) else { continue }
      return try found(value, in: .variable(variable.rawValue))
    }
    return nil
  }

  private func fromDotEnv() throws(TokenError) -> FoundToken? {
    let path = "\(workingDirectory)/.env"
    let source = TokenSource.dotEnv(path)
    guard let text = try read(path, as: source, policy: .sharedConfiguration) else { return nil }
    let file: DotEnv
    do throws(DotEnv.SyntaxError) {
      file = try DotEnv(text, keys: TokenVariable.inFiles.map(\.rawValue))
    } catch {
      throw TokenError(source, .syntax(line: error.line))
    }
    for variable in TokenVariable.inFiles where isMeant(variable) {
      guard let value = file.values[variable.rawValue], !value.allSatisfy(\.isWhitespace) else {
        continue
      }
      return try found(value, in: source)
    }
    return nil
  }

  private func fromTokenFile() throws(TokenError) -> FoundToken? {
    guard let path = tokenFilePath else { return nil }
    let source = TokenSource.tokenFile(path)
    guard let text = try read(path, as: source, policy: .secret) else { return nil }
    guard let file = TokenFile(text) else { throw TokenError(source, .malformed) }
    return file.token(for: base.origin).map { FoundToken(token: $0, source: source) }
  }

  /// gh's file is not ours: whatever is wrong with it, it is passed over.
  private func fromGH() -> FoundToken? {
    guard let host = base.webHost, let path = folders.gh.map({ "\($0)/hosts.yml" }) else {
      return nil
    }
    let source = TokenSource.gh(path)
    guard let text = try? read(path, as: source, policy: .sharedConfiguration) else { return nil }
    return GHHosts(text).token(for: host).map { FoundToken(token: $0, source: source) }
  }
}

// MARK: Rules

extension TokenStore {
  private func isMeant(_ variable: TokenVariable) -> Bool {
    switch variable {
    case .ghsearch: true
    case .gh, .github: base == .github
    case .ghEnterprise, .githubEnterprise:
      environment["GH_HOST"].flatMap(APIBase.init(enterpriseHost:)) == base && base != .github
    }
  }

  private func found(_ value: String, in source: TokenSource) throws(TokenError) -> FoundToken {
    guard let token = AccessToken(value) else { throw TokenError(source, .malformed) }
    return FoundToken(token: token, source: source)
  }

  func read(
    _ path: String,
    as source: TokenSource,
    policy: GuardedFile.Policy
  ) throws(TokenError) -> String? {
    do throws(GuardedFile.Problem) {
      return try GuardedFile.text(at: path, policy: policy)
    } catch {
      throw TokenError(source, .file(error))
    }
  }
}
