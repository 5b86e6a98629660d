package import Core
package import GitHubAPI
package import GitHubModel

/// Reads the details of a repository: its facts, and optional extras.
///
/// Extras are requested in parallel with a short timeout; only a README requested by the user gets
/// as much time as the facts.
package struct RepositoryDetails: Sendable {
  /// An extra.
  package enum Part: Sendable {
    case starState, languages, readme, commits
  }

  package struct Extra<Value: Sendable>: Sendable {
    package var value: Value?
    /// The missing part; nil if it was read, or if only a token is missing, which is not worth a
    /// message.
    package var missing: Missing?
  }

  package struct Missing: Sendable {
    package let part: Part
    package let failure: OperationFailure
  }

  private let session: Session
  /// The client, which revalidates cached responses.
  package let client: GitHubAPIClient

  package init(_ session: Session, acceptingAge age: TimeSpan?) {
    self.session = session
    client = session.revalidatingClient(acceptingAge: age)
  }

  /// The timeout for all extras except a required README.
  private static let timeLimit = Duration.seconds(3)

  package func facts(of name: RepositoryName) async throws(OperationFailure) -> Repository {
    let repository = try await client.ask(.repository(name), in: session.world).value
    await session.library.record([repository])
    return repository
  }

  package func starState(of repository: Repository) async -> Extra<Bool> {
    await read(.starState) { () throws(GitHubError) in
      try await session.client.bestEffort(within: Self.timeLimit)
        .send(.starred(repository.name)).value
    }
  }

  package func languages(of repository: Repository) async -> Extra<[LanguageShare]> {
    await read(.languages) { () throws(GitHubError) in
      try await client.bestEffort(within: Self.timeLimit).send(.languages(repository.name)).value
    }
  }

  /// The README with its path, which its relative links are resolved against; nil if there is none.
  package func readme(
    of repository: Repository,
    isRequired: Bool
  ) async -> Extra<ReadmeSource?> {
    await read(.readme) { () throws(GitHubError) in
      try await (isRequired ? client : client.bestEffort(within: Self.timeLimit))
        .readme(of: repository.name)
    }
  }

  /// The source of a required README; nil if there is none.
  package func readmeText(of repository: Repository) async -> Extra<String?> {
    await read(.readme) { () throws(GitHubError) in
      try await client.send(.readme(repository.name, longest: .max)).value
    }
  }

  /// The facts about the repository's activity; nil without a token.
  package func activity(of repository: Repository) async -> Extra<Activity.Facts?> {
    await read(.commits) { () throws(GitHubError) in
      try await ActivityReader(session)
        .facts(of: repository.name, from: session.client.bestEffort(within: Self.timeLimit))
    }
  }

  /// The stars gained; nil without a token, whose few requests are for more important things.
  package func growth(of repository: Repository) async -> StarGrowth? {
    guard session.hasToken else { return nil }
    return await StarHistories(session).bestEffort(within: Self.timeLimit)
      .recentGrowth(of: repository.name)
  }

  private func read<Value>(
    _ part: Part,
    _ call: () async throws(GitHubError) -> Value
  ) async -> Extra<Value> {
    do throws(GitHubError) {
      return Extra(value: try await call())
    } catch {
      guard ![.tokenMissing, .localFile].contains(error.kind) else { return Extra() }
      let failure = OperationFailure(error, in: session.world)
      return Extra(missing: Missing(part: part, failure: failure))
    }
  }
}
