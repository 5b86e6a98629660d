package import Essentials
package import GitHubModel
package import Markdown
package import RepositoryStore

/// A repository in a list, with everything that commands print about it.
package struct RepositoryRow: Sendable {
  /// The position in the list, from 1.
  package var rank = 0
  package var repository: Repository
  /// When the listed user starred it; nil if not starred or unknown.
  package var starredAt: Date?
  /// A line of the note or README that contains words of the search; nil if there is none.
  package var match: TextMatch?
  /// The user's own data; nil if it was not read.
  package var own: OwnDetails?
  // Values that take additional requests; nil until read.
  package var growth: StarGrowth?
  package var readme: String?
  package var outline: MarkdownOutline?
  package var languages: [LanguageShare]?
  package var latestRelease: Release?
  package var activity: Activity?
  package var activityFacts: Activity.Facts?
  /// The text of the search that found the repository.
  package var query: String?

  package init(_ repository: Repository, rank: Int = 0) {
    (self.repository, self.rank) = (repository, rank)
  }

  /// The line shown below the row in a table.
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
  /// The names of its lists; nil if there is no copy of the lists.
  package let lists: [String]?
  package let note: Note?
  package let isFavorite: Bool
}

/// The requested values of repositories that a list response lacks.
package struct RowNeeds {
  /// The demand for a value.
  package enum Demand {
    case none
    /// Shown if known.
    case shown
    /// Included because all fields were requested.
    case all
    /// Requested by the name of its field.
    case named
  }

  package var ownData = false
  package var stars = Demand.none
  package var release = Demand.none
  /// The activity; without a token, only the state is known.
  package var activity = Demand.none
  // Shown only for fields requested by name.
  package var readme = false
  package var outline = false
  package var languages = false
  /// The days of star history needed for the stars gained; nil for none.
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
