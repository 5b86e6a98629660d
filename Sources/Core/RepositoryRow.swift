package import Essentials
package import GitHubModel
package import Markdown
package import RepositoryStore

/// A repository in a list, with all that commands print about it.
package struct RepositoryRow: Sendable {
  /// Its place in the list, counted from 1.
  package var rank = 0
  package var repository: Repository
  /// When the user whose stars are listed starred it; nil if it is not starred, or if the time is not known.
  package var starredAt: Date?
  /// A line of the note or the README with words of the search; nil if these do not match.
  package var match: TextMatch?
  /// Nil where the user's own data were not read.
  package var own: OwnDetails?
  // What takes further requests; nil until it is read.
  package var growth: StarGrowth?
  package var readme: String?
  package var outline: MarkdownOutline?
  package var languages: [LanguageShare]?
  package var latestRelease: Release?
  package var activity: Activity?
  package var activityFacts: Activity.Facts?
  /// The text of the search that found it.
  package var query: String?

  package init(_ repository: Repository, rank: Int = 0) {
    (self.repository, self.rank) = (repository, rank)
  }

  /// The line that a table shows below it.
  package var excerpt: TextMatch? {
    match ?? own?.note.map { TextMatch(property: .note, fragment: $0.text, ranges: []) }
  }
}

extension [Repository] {
  package func rows(from first: Int = 1) -> [RepositoryRow] {
    enumerated().map { RepositoryRow($1, rank: first + $0) }
  }
}

/// The user's own data about a repository.
package struct OwnDetails: Sendable {
  /// The names of the lists it is in; nil if there is no copy of the lists.
  package let lists: [String]?
  package let note: Note?
  package let isFavorite: Bool
}

/// The values of repositories that are wanted and that a list lacks.
package struct RowNeeds {
  /// How much the user wants a value.
  package enum Demand {
    case none
    /// It is shown where it is known.
    case shown
    /// It is one of all fields.
    case all
    /// The user named its field.
    case named
  }

  package var ownData = false
  package var stars = Demand.none
  package var release = Demand.none
  /// Without a token, the state alone is known.
  package var activity = Demand.none
  // Only fields that are named show these.
  package var readme = false
  package var outline = false
  package var languages = false
  /// The days of star history that the stars gained take; nil for none.
  package var historyDays: Int?

  package init(
    ownData: Bool = false,
    stars: Demand = Demand.none,
    release: Demand = Demand.none,
    readme: Bool = false,
    outline: Bool = false,
    languages: Bool = false,
    historyDays: Int? = nil
  ) {
    (self.ownData, self.stars, self.release) = (ownData, stars, release)
    (self.readme, self.outline, self.languages) = (readme, outline, languages)
    self.historyDays = historyDays
  }
}
