package import GitHubModel
package import System

/// Finds the personal access token for an API.
///
/// The sources are, in this order: `GHSEARCH_TOKEN`, `GH_TOKEN`, `GITHUB_TOKEN`, the enterprise
/// variables, the same three keys in `.env` of the working directory, the token file, and gh's
/// `hosts.yml`. A source for another host is skipped, so that no token reaches another host. Files
/// are read each time a token is requested, and no token is cached in memory.
package struct TokenStore: Sendable {
  private let environment: [String: String]
  private let workingDirectory: String
  let base: APIBase
  private let skip: @Sendable (TokenError) -> Void

  /// Creates a store without reading anything yet.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - workingDirectory: The directory that contains `.env`.
  ///   - base: The API that the token is for.
  ///   - skip: Called whenever a source is skipped because it cannot be read.
  package init(
    environment: [String: String],
    workingDirectory: String,
    base: APIBase,
    skip: @escaping @Sendable (TokenError) -> Void = { _ in }
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.base = base
    self.skip = skip
  }

  /// Returns the first token for the API; nil if there is none.
  ///
  /// - Throws: ``TokenError`` if a source for this API is invalid and comes before one with a
  ///   token, because the next source may belong to another account. A `.env` file counts if it
  ///   names one of our keys; an unreadable one without a visible key is skipped.
  package func load() throws(TokenError) -> FoundToken? {
    if let found = try fromVariables() { return found }
    if let found = try fromDotEnv() { return found }
    if let found = try fromTokenFile() { return found }
    return fromGH()
  }

  /// The path of the file where `auth login` saves tokens; nil without a home directory.
  package var tokenFilePath: String? {
    directories.config.map { "\($0)/ghsearch/token" }
  }
}

// MARK: Sources

extension TokenStore {
  private var directories: UserDirectories { UserDirectories(environment) }

  private func fromVariables() throws(TokenError) -> FoundToken? {
    for variable in TokenVariable.allCases {
      guard let value = environment[variable.rawValue], !value.allSatisfy(\.isWhitespace) else {
        continue
      }
      guard applies(variable) else { continue }
      return try found(value, in: .variable(variable.rawValue))
    }
    return nil
  }

  private func fromDotEnv() throws(TokenError) -> FoundToken? {
    let path = "\(workingDirectory)/.env"
    let source = TokenSource.dotEnv(path)
    // Lines about tokens for other hosts do not matter here.
    let variables = TokenVariable.inFiles.filter(applies)
    let text: String
    do throws(TokenError) {
      guard let found = try read(path, as: source, policy: .sharedConfiguration) else { return nil }
      text = found
    } catch {
      let start = GuardedFile.start(at: path, atMost: Self.maxSearchedBytes)
      if DotEnv.names(variables.map(\.rawValue), in: start) { throw error }
      skip(error)
      return nil
    }
    let file: DotEnv
    do throws(DotEnv.SyntaxError) {
      file = try DotEnv(text, keys: variables.map(\.rawValue))
    } catch {
      throw TokenError(source, .syntax(line: error.line))
    }
    for variable in variables {
      guard let value = file.values[variable.rawValue], !value.allSatisfy(\.isWhitespace) else {
        continue
      }
      return try found(value, in: source)
    }
    return nil
  }

  /// How many bytes of an invalid `.env` file are searched for the names of keys.
  private static let maxSearchedBytes = 1 << 20

  private func fromTokenFile() throws(TokenError) -> FoundToken? {
    guard let path = tokenFilePath else { return nil }
    let source = TokenSource.tokenFile(path)
    guard let text = try read(path, as: source, policy: .secret) else { return nil }
    guard let file = TokenFile(text) else { throw TokenError(source, .malformed) }
    return file.token(for: base.origin).map { FoundToken(token: $0, source: source) }
  }

  /// Reads gh's token, and ignores its file if unreadable, since another program owns it.
  private func fromGH() -> FoundToken? {
    guard let host = base.webHost, let path = directories.gh.map({ "\($0)/hosts.yml" }) else {
      return nil
    }
    let source = TokenSource.gh(path)
    guard let text = try? read(path, as: source, policy: .sharedConfiguration) else { return nil }
    return GHHosts(text).token(for: host).map { FoundToken(token: $0, source: source) }
  }
}

// MARK: Rules

extension TokenStore {
  private func applies(_ variable: TokenVariable) -> Bool {
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

/// A token and its source.
package struct FoundToken: Sendable {
  package let token: AccessToken
  package let source: TokenSource
}

/// Where a token came from.
package enum TokenSource: Sendable, Hashable {
  /// An environment variable, by name.
  case variable(String)
  /// A `.env` file, by path.
  case dotEnv(String)
  /// The token file, by path.
  case tokenFile(String)
  /// The configuration of gh, by path.
  case gh(String)

  /// The name of the variable or the path of the file; make it safe before showing it.
  package var name: String {
    switch self {
    case .variable(let name): name
    case .dotEnv(let path), .tokenFile(let path), .gh(let path): path
    }
  }

  /// Whether `auth login` wrote the token.
  package var isTokenFile: Bool {
    if case .tokenFile = self { true } else { false }
  }
}

/// The environment variables for tokens, in order of precedence.
package enum TokenVariable: String, CaseIterable, Sendable {
  /// For the configured API on any host.
  case ghsearch = "GHSEARCH_TOKEN"
  /// For `https://api.github.com` only.
  case gh = "GH_TOKEN"
  case github = "GITHUB_TOKEN"
  /// For the host in `GH_HOST` only.
  case ghEnterprise = "GH_ENTERPRISE_TOKEN"
  case githubEnterprise = "GITHUB_ENTERPRISE_TOKEN"

  /// The keys read from a `.env` file.
  static let inFiles: [Self] = [.ghsearch, .gh, .github]
}

/// The reason why a source's token cannot be used or saved; contains no part of a token.
package struct TokenError: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    /// The value is not a token: see ``AccessToken``.
    case malformed
    /// A line of a `.env` file is invalid; lines count from 1.
    case syntax(line: Int)
    /// The file was not read.
    case file(GuardedFile.Problem)
    /// The token file could not be written, and is unchanged.
    case unwritable(errno: Int32)
    /// Another process has had the token file locked for too long.
    case busy
    /// There is no directory for the file: neither `XDG_CONFIG_HOME` nor `HOME` is set.
    case noHomeDirectory
  }

  package let source: TokenSource
  package let problem: Problem

  init(_ source: TokenSource, _ problem: Problem) {
    self.source = source
    self.problem = problem
  }
}
