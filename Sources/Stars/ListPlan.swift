package import Core
package import GitHubAPI
package import GitHubModel

/// Changes of repositories' lists, looked up and compared with the current lists.
package enum ListPlan {
  /// The desired lists of a repository.
  package struct Target: Equatable {
    package var adding: Set<StarList.ID> = []
    package var removing: Set<StarList.ID> = []
    /// Whether the repository should be in no lists other than `adding`.
    package var isExact = false

    package init(
      adding: Set<StarList.ID> = [],
      removing: Set<StarList.ID> = [],
      isExact: Bool = false
    ) {
      (self.adding, self.removing, self.isExact) = (adding, removing, isExact)
    }

    /// Merges another line's target for the same repository; returns false if they contradict each
    /// other.
    package mutating func join(_ other: Self) -> Bool {
      if self == other { return true }
      adding.formUnion(other.adding)
      removing.formUnion(other.removing)
      return !isExact && !other.isExact && adding.isDisjoint(with: removing)
    }
  }

  /// A repository with its desired and its current lists.
  package struct Item {
    package var target: Target
    package let repository: RepositoryLookup.Found
    package let lists: Set<StarList.ID>
    package let stars: Bool

    package var difference: MembershipChange {
      MembershipChange(
        member: repository.member,
        adding: target.adding.subtracting(lists),
        removing: target.isExact
          ? lists.subtracting(target.adding) : target.removing.intersection(lists)
      )
    }

    package var needsStar: Bool { stars && !target.adding.isEmpty && !repository.isStarred }
    package var isChange: Bool { needsStar || !difference.isEmpty }
  }

  /// A named repository, or the reason why its change is impossible.
  package struct Planned {
    package let name: RepositoryName
    package let result: Result<Item, OperationFailure>

    package init(name: RepositoryName, result: Result<Item, OperationFailure>) {
      (self.name, self.result) = (name, result)
    }

    /// The item with existing lists instead of those that were to be created.
    package func replacing(_ ids: [StarList.ID: StarList.ID]) -> Self {
      let result = result.map { item in
        var item = item
        item.target.adding = Set(item.target.adding.map { ids[$0] ?? $0 })
        return item
      }
      return Self(name: name, result: result)
    }
  }

  /// Looks up repositories and their current lists; a failure has changed nothing.
  ///
  /// With `source`, a repository must be in that list, or have already been moved from it.
  package static func look(
    up targets: [(name: RepositoryName, target: Target)],
    from source: StarList? = nil,
    stars: Bool,
    _ editor: inout StarListEditor
  ) async throws(OperationFailure) -> [Planned] {
    let repositories = try await editor.repositories(targets.map(\.name))
    let members = repositories.compactMap(\.repository?.member.id)
    let lists = try await editor.current(showing: members).listsByRepository
    return zip(targets, repositories).map { wanted, lookup in
      let result = Result { () throws(OperationFailure) in
        let repository = try lookup.found(wanted.name)
        let now = lists[repository.member.id] ?? []
        let target = wanted.target
        if let source, now.isDisjoint(with: target.adding.union(target.removing)) {
          throw OperationFailure(.list(.notMember(wanted.name, list: source.name)))
        }
        return Item(target: target, repository: repository, lists: now, stars: stars)
      }
      return Planned(name: wanted.name, result: result)
    }
  }
}
