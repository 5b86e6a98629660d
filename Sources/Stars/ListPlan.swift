package import Core
package import GitHubAPI
package import GitHubModel
package import RepositoryStore

/// Changes of repositories' lists, looked up and compared with the current lists.
package enum ListPlan {
  /// A named repository with its desired and current lists.
  package struct Item {
    package internal(set) var name: RepositoryName
    /// The repository, or the reason why its change is impossible.
    package let found: Result<RepositoryLookup.Found, OperationFailure>
    /// The lists to add and remove.
    package var target: MembershipChange
    /// Whether all lists other than the target's are removed.
    package var isExact = false
    /// The lists that it is in.
    fileprivate let lists: Set<StarList.ID>
    fileprivate let stars: Bool

    package var difference: MembershipChange { target.difference(from: lists) }

    package var needsStar: Bool {
      stars && !target.adding.isEmpty && (try? found.get())?.isStarred == false
    }

    /// Whether a change is needed and possible.
    package var isChange: Bool {
      (try? found.get()) != nil && (needsStar || !difference.isEmpty)
    }

    /// The item with existing lists instead of those that were to be created.
    package func replacing(_ ids: [StarList.ID: StarList.ID]) -> Self {
      var item = self
      item.target.adding = Set(target.adding.map { ids[$0] ?? $0 })
      return item
    }

    /// Merges another line's target for the same repository; returns false if they contradict each
    /// other.
    mutating func join(_ other: Self) -> Bool {
      if (target, isExact) == (other.target, other.isExact) { return true }
      target.adding.formUnion(other.target.adding)
      target.removing.formUnion(other.target.removing)
      return !isExact && !other.isExact && target.adding.isDisjoint(with: target.removing)
    }
  }

  /// Looks up repositories and their current lists; a failure has changed nothing.
  ///
  /// With `source`, a repository must be in that list, or have already been moved from it.
  package static func look(
    up targets: [(name: RepositoryName, target: MembershipChange)],
    from source: StarList? = nil,
    stars: Bool,
    _ editor: StarListEditor
  ) async throws(OperationFailure) -> [Item] {
    let repositories = try await editor.repositories(targets.map(\.name))
    let members = repositories.compactMap(\.repository?.member.id)
    let known = try await editor.current(showing: members).lists.listsByRepository
    return zip(targets, repositories).map { wanted, lookup in
      let lists = lookup.repository.flatMap { known[$0.member.id] } ?? []
      let found = Result { () throws(OperationFailure) in
        let repository = try lookup.found(wanted.name)
        let named = wanted.target.adding.union(wanted.target.removing)
        if let source, lists.isDisjoint(with: named) {
          throw OperationFailure(.list(.notMember(wanted.name, list: source.name)))
        }
        return repository
      }
      return Item(
        name: wanted.name,
        found: found,
        target: wanted.target,
        lists: lists,
        stars: stars
      )
    }
  }
}
