import GitHubModel
import RepositoryStore

/// Which of one's own stars are meant: the qualifiers of a search, answered here.
struct StarSelection {
  let qualifiers: QualifierOptions

  /// Those that all of the qualifiers fit.
  func selected(_ stars: [Star], for attempted: String) throws(CommandFailure) -> [Star] {
    let filter = try filter(for: attempted)
    return stars.filter { $0.repository.map(filter.accepts) ?? false }
  }

  /// Whether nothing is asked.
  func isEmpty() throws(CommandFailure) -> Bool { try qualifiers.list().isEmpty }

  private func filter(for attempted: String) throws(CommandFailure) -> RepositoryFilter {
    let qualifiers = try qualifiers.list()
    if let open = RepositoryFilter.unanswerable(qualifiers).first {
      throw CommandFailure(
        .usage,
        attempted,
        "\"\(open)\" cannot be answered from what is kept here",
        advice: "leave it out, or search GitHub with it"
      )
    }
    return RepositoryFilter(qualifiers)
  }
}
