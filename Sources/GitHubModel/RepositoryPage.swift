/// One page of a list of repositories.
package struct RepositoryPage: Sendable, Hashable {
  package var repositories: [Repository]
  /// How many there are in all, reachable or not; nil where GitHub did not say.
  package var totalCount: Int?
  /// True when GitHub's search ran out of time: some matches are missing.
  package var isIncomplete: Bool
  /// Items that GitHub sent but that nobody could use.
  package var skippedCount: Int
  /// Matches that exist and that no request reaches, known from this page on.
  package var unreachableCount = 0
  /// Where the words of the search stand; empty unless that was asked for.
  package var matches: [Repository.ID: [TextMatch]] = [:]

  package init(
    repositories: [Repository],
    totalCount: Int?,
    isIncomplete: Bool = false,
    skippedCount: Int = 0
  ) {
    self.repositories = repositories
    self.totalCount = totalCount
    self.isIncomplete = isIncomplete
    self.skippedCount = skippedCount
  }
}
