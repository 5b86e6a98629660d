/// One page of a list of repositories.
package struct RepositoryPage: Sendable, Hashable {
  package var repositories: [Repository]
  /// How many there are in all, reachable or not.
  package var totalCount: Int
  /// True when GitHub's search ran out of time: some matches are missing.
  package var isIncomplete: Bool
  /// Items that GitHub sent but that nobody could use.
  package var skippedCount: Int

  package init(
    repositories: [Repository],
    totalCount: Int,
    isIncomplete: Bool = false,
    skippedCount: Int = 0
  ) {
    self.repositories = repositories
    self.totalCount = totalCount
    self.isIncomplete = isIncomplete
    self.skippedCount = skippedCount
  }
}
