import GitHubAPI
import GitHubModel

/// Finds the repositories whose star state is already the desired one.
///
/// GitHub is asked for a hundred of them at a time, when the first of these is due. Where it does not answer,
/// nothing is known of any, and the changes are made without.
actor StarPrecheck {
  /// How a repository is, compared with what the user wants.
  enum State: Equatable {
    case done, needed, missing
    /// GitHub did not say.
    case unknown
  }

  /// Whether the repositories are to be starred.
  private let isStarred: Bool
  private let client: GitHubAPIClient
  /// The repositories not yet requested from GitHub.
  private var upcoming: ArraySlice<RepositoryName>
  private var lookups: [RepositoryName: RepositoryLookup] = [:]
  /// The IDs of repositories already in the desired state: several names may mean one repository.
  private var done: Set<Repository.ID> = []
  private var failure: GitHubError?

  /// `names` are the repositories in the order in which they are due.
  init(_ isStarred: Bool, for names: [RepositoryName], _ session: Session) {
    self.isStarred = isStarred
    client = session.client.bestEffort(within: .seconds(10))
    upcoming = names[...]
  }

  /// How the repository is now; `asksAlone` asks for its star by itself if the lookup did not tell.
  func state(of name: RepositoryName, asksAlone: Bool = false) async -> State {
    if lookups[name] == nil, failure == nil { await askForNext() }
    switch lookups[name] {
    case .found(let found):
      return found.isStarred == isStarred || done.contains(found.member.id) ? .done : .needed
    case .notFound: return .missing
    case .unreadable, nil: break
    }
    guard asksAlone else { return .unknown }
    do throws(GitHubError) {
      return try await client.isStarred(name) == isStarred ? .done : .needed
    } catch {
      return error.kind == .notFound ? .missing : .unknown
    }
  }

  /// Remembers that the repository is as wanted now.
  func markDone(_ name: RepositoryName) {
    if let found = lookups[name]?.repository { done.insert(found.member.id) }
  }

  /// Why the states of some are not known; nil if all of them are.
  func failure(in context: Context) -> CommandFailure? {
    let operation = "check which of these are starred"
    if let failure {
      return CommandFailure(failure, in: context).with(what: operation)
    }
    for case .unreadable(let reason) in lookups.values {
      return CommandFailure(.forbidden, operation, reason, advice: "some of them may be starred")
    }
    return nil
  }

  private func askForNext() async {
    var names: [RepositoryName] = []
    while names.count < Endpoint<[RepositoryLookup]>.maxNames, let name = upcoming.popFirst() {
      if lookups[name] == nil, !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return }
    do throws(GitHubError) {
      let found = try await client.send(.repositories(named: names)).value
      for (name, lookup) in zip(names, found) { lookups[name] = lookup }
    } catch {
      failure = error
    }
  }
}
