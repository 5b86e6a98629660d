package import GitHubModel

/// Something that is fetched when it is looked at.
package enum Loadable<Value: Sendable & Hashable>: Sendable, Hashable {
  /// Not asked for yet.
  case absent
  case loading
  case loaded(Value)
  case failed(SearchFailure)

  package var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }
}

/// What the detail pane shows.
package struct DetailState: Sendable, Hashable {
  /// As the list has it, shown until the facts are there.
  package internal(set) var repository: Repository?
  /// All that GitHub says of it.
  package internal(set) var facts: Loadable<Repository>
  /// Markdown; nil inside when there is no README.
  package internal(set) var readme: Loadable<String?>

  package init(
    _ repository: Repository? = nil,
    facts: Loadable<Repository> = .absent,
    readme: Loadable<String?> = .absent
  ) {
    self.repository = repository
    self.facts = facts
    self.readme = readme
  }
}
