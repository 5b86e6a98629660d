import Essentials
import GitHubModel
import Markdown
import RepositoryStore

/// A repository in a list, with all that commands print about it.
struct RepositoryRow: Sendable {
  /// Its place in the list, counted from 1.
  var rank = 0
  var repository: Repository
  /// When the user whose stars are listed starred it; nil if it is not starred, or if the time is not known.
  var starredAt: Date?
  /// A line of the note or the README with words of the search; nil if these do not match.
  var match: TextMatch?
  /// Nil where the user's own data were not read.
  var own: OwnDetails?
  // What takes further requests; nil until it is read.
  var growth: StarGrowth?
  var readme: String?
  var outline: MarkdownOutline?
  var languages: [LanguageShare]?
  var latestRelease: Release?
  /// The text of the search that found it.
  var query: String?

  init(_ repository: Repository, rank: Int = 0) {
    (self.repository, self.rank) = (repository, rank)
  }

  /// The line that a table shows below it.
  var excerpt: TextMatch? {
    match ?? own?.note.map { TextMatch(property: .note, fragment: $0.text, ranges: []) }
  }
}

extension [Repository] {
  func rows(from first: Int = 1) -> [RepositoryRow] {
    enumerated().map { RepositoryRow($1, rank: first + $0) }
  }
}

/// The user's own data about a repository.
struct OwnDetails: Sendable {
  /// The names of the lists it is in; nil if there is no copy of the lists.
  let lists: [String]?
  let note: Note?
  let isFavorite: Bool
}

/// The values of repositories that are wanted and that a list lacks.
struct RowNeeds {
  /// How much the user wants a value.
  enum Demand {
    case none
    /// It is shown where it is known.
    case shown
    /// It is one of all fields.
    case all
    /// The user named its field.
    case named
  }

  var ownData = false
  var stars = Demand.none
  var release = Demand.none
  // Only fields that are named show these.
  var readme = false
  var outline = false
  var languages = false
  /// The days of star history that the stars gained take; nil for none.
  var historyDays: Int?
}
