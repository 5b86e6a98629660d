package import Core
import GitHubAPI
package import GitHubModel

/// Which repositories already have the desired star state on GitHub, before the first change.
///
/// If the lookup fails, all states are unknown, and the changes are made anyway.
package struct StarPrecheck {
  /// A repository's state compared with the desired one.
  package enum State: Equatable {
    case done, needed, missing
    /// GitHub did not answer.
    case unknown
  }

  private let isStarred: Bool
  private let client: GitHubAPIClient
  private var lookups: [RepositoryName: RepositoryLookup] = [:]
  /// The IDs of repositories already in the desired state: several names may mean one repository.
  private var done: Set<Repository.ID> = []
  private var failure: GitHubError?

  package init(_ isStarred: Bool, for names: [RepositoryName], _ session: Session) async {
    self.isStarred = isStarred
    client = session.client.bestEffort(within: .seconds(10))
    do throws(GitHubError) {
      let found = try await client.lookUp(names).found
      lookups = Dictionary(zip(names, found)) { first, _ in first }
    } catch {
      failure = error
    }
  }

  /// The current state of the repository; with `asksAlone`, requests its star individually if the
  /// lookup did not answer.
  package func state(of name: RepositoryName, asksAlone: Bool = false) async -> State {
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

  /// The facts of the repository; nil if the lookup did not find it.
  package func facts(of name: RepositoryName) -> Repository? { lookups[name]?.repository?.facts }

  /// Records that the repository now has the desired state.
  package mutating func markDone(_ name: RepositoryName) {
    if let found = lookups[name]?.repository { done.insert(found.member.id) }
  }

  /// Why some states are unknown; nil if none are.
  package func failure(in world: World) -> OperationFailure? {
    if let failure { return OperationFailure(failure, in: world).of(.checkingStars) }
    for case .unreadable(let reason) in lookups.values {
      return OperationFailure(.unreadableStarStates(reason)).of(.checkingStars)
    }
    return nil
  }
}
