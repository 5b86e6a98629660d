import GitHubAPI
import GitHubModel
import SearchUI
import Terminal

/// Fetches what there is to know of a repository, and prints it in one of its forms.
///
/// The facts must be there; what else does not come is said, and the rest is printed all the same.
struct RepositoryView {
  let services: Services
  /// Content with answers that still hold.
  let client: GitHubAPIClient
  let context: Context
  let color: ColorChoice

  func printJSON(
    of name: RepositoryName,
    _ fields: [RepositoryField]
  ) async throws(CommandFailure) -> ExitStatus {
    let row = RankedRepository(
      rank: 1,
      repository: try await facts(of: name, withStar: fields.contains(.isStarred))
    )
    let object = JSONValue.object(fields.map { .init($0.rawValue, $0.value(of: row)) })
    try context.print(object.text + "\n")
    return .success
  }

  func printTabSeparated(
    _ name: RepositoryName,
    withReadme: Bool
  ) async throws(CommandFailure) -> ExitStatus {
    let facts = try await facts(of: name)
    var stream = PieceStream(to: context.print)
    DetailText.writeTabSeparated(facts, isColored: color.isColored(context), to: &stream)
    try stream.flush()
    guard withReadme else { return .success }
    let readme = await fetch(.readme(facts.name, longest: .max))
    try context.print("--\n" + Self.withLineEnd((readme ?? nil) ?? ""))
    return readme == nil ? .partial : .success
  }

  func show(
    _ name: RepositoryName,
    on terminal: TerminalSize,
    withReadme: Bool
  ) async throws(CommandFailure) -> ExitStatus {
    let facts = try await facts(of: name)
    let look = DetailScreen.Look(
      width: terminal.columns,
      isColored: color.isColored(context),
      capabilities: TerminalCapabilities(environment: context.environment)
    )
    async let picture = picture(of: facts.owner, for: look)
    let languages = await fetch(.languages(facts.name))
    let readme = withReadme ? await fetch(.readme(facts.name)) : .some(nil)
    let screen = DetailScreen(look: look, now: context.now())
    func text(with picture: Picture? = nil) -> String {
      screen.text(facts, languages: languages ?? [], readme: readme ?? nil, picture: picture)
    }
    if Pager.needed(for: text(), in: context) != nil {
      try Pager.print(text(), in: context)
    } else {
      try context.print(text(with: await picture))
    }
    return languages == nil || readme == nil ? .partial : .success
  }

  private static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }
}

// MARK: - Fetching

extension RepositoryView {
  private func facts(
    of name: RepositoryName,
    withStar: Bool = true
  ) async throws(CommandFailure) -> Repository {
    do throws(GitHubError) {
      var repository = try await client.send(.repository(name)).value
      services.library.note([repository])
      if withStar { repository.isStarred = await starState(of: repository.name) }
      return repository
    } catch {
      throw CommandFailure(error, in: context)
    }
  }

  /// Nil without a token, and when it cannot be found out: the facts are worth showing all the same.
  private func starState(of name: RepositoryName) async -> Bool? {
    do throws(GitHubError) {
      return try await services.client.send(.starred(name)).value
    } catch {
      if ![.tokenMissing, .tokenUnreadable, .cancelled].contains(error.code) {
        context.note(CommandFailure(error, in: context).line)
      }
      return nil
    }
  }

  /// While the rest comes; nil where it could not be shown.
  private func picture(of owner: Owner, for look: DetailScreen.Look) async -> Picture? {
    guard look.pictures != nil else { return nil }
    return await AvatarSource(services.base, in: context)
      .picture(of: owner, patience: Self.patienceForPicture)
  }

  /// The facts are worth more than a picture beside them.
  private static let patienceForPicture = Duration.seconds(2)

  /// Nil when it did not come, which is said.
  private func fetch<Value>(_ endpoint: Endpoint<Value>) async -> Value? {
    do throws(GitHubError) {
      return try await client.send(endpoint).value
    } catch {
      context.note(CommandFailure(error, in: context).line)
      return nil
    }
  }
}
