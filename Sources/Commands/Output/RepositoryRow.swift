import Essentials
import GitHubModel
import Markdown
import RepositoryStore
import SearchUI
import Terminal

/// A repository in a list, with all that commands print about it.
struct RepositoryRow: Sendable {
  /// Its place in the list, counted from 1.
  var rank = 0
  var repository: Repository
  /// Nil where the user's own data were not read.
  var own: OwnDetails?
  var extras = RowExtras()
  /// The words that it was searched for.
  var words: QueryMarks?

  init(_ repository: Repository, rank: Int = 0, own: OwnDetails? = nil) {
    (self.repository, self.rank, self.own) = (repository, rank, own)
  }
}

extension [Repository] {
  /// The rows of a list of them.
  func rows(from first: Int = 1) -> [RepositoryRow] {
    enumerated().map { RepositoryRow($1, rank: first + $0) }
  }
}

/// The user's own data about a repository.
struct OwnDetails: Sendable {
  /// Nil if it is not starred, or if the time is not known.
  var starredAt: Date?
  /// The names of the lists it is in; nil if there is no copy of the lists.
  var lists: [String]?
  /// A line of the note or the README with words of the search; nil if these do not match.
  var match: TextMatch?
  /// The note that the user has written about it.
  var note: Note?
  /// Nil where the favorites were not read.
  var isFavorite: Bool?

  /// The line that a table shows below the row.
  var excerpt: TextMatch? {
    match ?? note.map { TextMatch(property: .note, fragment: $0.text, ranges: []) }
  }
}

extension RepositoryRow: OutputRow {
  static let rowKind = "repositories"
  static let templateExample = #"{{fullName}}\t{{owner.login}}"#
  static let synonyms = [
    "stars": "stargazersCount", "starred": "isStarred", "watchers": "subscribersCount",
    "html_url": "url", "issues": "openIssuesCount",
  ]
  static let hasDescription = true

  var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, repository.name.fullName),
      (Theme.star, repository.counts.stars.map(String.init)),
      (nil, repository.counts.forks.map(String.init)),
      (Theme.language, repository.language),
      (Theme.dim, repository.dates.updated.map(Timestamp.text)),
      (nil, repository.description),
    ]
  }

  static let fields: [Field<Self>] = [
    .text("cloneUrl", "address for git clone over HTTPS") { $0.repository.cloneURL },
    .date("createdAt", "time of creation") { $0.repository.dates.created },
    .text("defaultBranch", "name of the default branch") { $0.repository.defaultBranch },
    .text("description", "description") { $0.repository.description },
    .number("forksCount", "number of forks") { $0.repository.counts.forks },
    .text("fullName", "owner and name, as in owner/name") { $0.repository.name.fullName },
    .number("gained30d", "stars gained in the last 30 whole days", .requests) {
      $0.extras.growth?.month
    },
    .number("gained365d", "stars gained in the last 365 whole days", .requests) {
      $0.extras.growth?.year
    },
    .number("gained7d", "stars gained in the last 7 whole days", .requests) {
      $0.extras.growth?.week
    },
    .flag("hasDownloads", "whether it has downloads") { $0.repository.flags.hasDownloads },
    .flag("hasIssues", "whether it has issues") { $0.repository.flags.hasIssues },
    .flag("hasPages", "whether it has a site on GitHub Pages") { $0.repository.flags.hasPages },
    .flag("hasProjects", "whether it has projects") { $0.repository.flags.hasProjects },
    .flag("hasWiki", "whether it has a wiki") { $0.repository.flags.hasWiki },
    .text("homepage", "address of its website") { $0.repository.homepage },
    .number("id", "GitHub's number for it") { $0.repository.id },
    .flag("isArchived", "whether it is archived") { $0.repository.flags.isArchived },
    .flag("isDisabled", "whether GitHub has disabled it") { $0.repository.flags.isDisabled },
    .flag("isFavorite", "whether it is one of your favorites", .local) { $0.own?.isFavorite },
    .flag("isFork", "whether it is a fork") { $0.repository.flags.isFork },
    .flag("isPrivate", "whether it is private") { $0.repository.flags.isPrivate },
    .flag("isStarred", "whether you have starred it") { $0.repository.isStarred },
    .flag("isTemplate", "whether it is a template") { $0.repository.flags.isTemplate },
    .text("language", "main programming language") { $0.repository.language },
    .objects("languages", "bytes of code in each language", .requests, of: languageFields) {
      $0.extras.languages
    },
    .object("latestRelease", "latest release", .requests, of: releaseFields) {
      $0.extras.latestRelease
    },
    .object("license", "license", of: licenseFields) { $0.repository.license },
    .texts("lists", "your star lists it is in", .local) { $0.own?.lists },
    .text("match", "line of the note or README that matches", .local) { $0.own?.match?.fragment },
    .text("name", "name without the owner") { $0.repository.name.name },
    .text("note", "your note about it", .local) { $0.own?.note?.text },
    .date("notedAt", "time of your note", .local) { $0.own?.note?.notedAt },
    .number("openIssuesCount", "number of open issues and pull requests") {
      $0.repository.counts.openIssues
    },
    .objects("outline", "headings of the README", .requests, of: headingFields) {
      $0.extras.outline?.sections
    },
    .object("owner", "owner", of: ownerFields) { $0.repository.owner },
    .date("pushedAt", "time of the last push") { $0.repository.dates.pushed },
    .number("rank", "place in the list, from 1", .list) { $0.rank },
    .text("readme", "source of the README", .requests) { $0.extras.readme },
    .number("size", "size in KB") { $0.repository.counts.size },
    .text("sshUrl", "address for git clone over SSH") { $0.repository.sshURL },
    .number("stargazersCount", "number of stars") { $0.repository.counts.stars },
    .date("starredAt", "time when you starred it", .local) { $0.own?.starredAt },
    .number("subscribersCount", "number of watchers; only view knows it") {
      $0.repository.counts.subscribers
    },
    .texts("topics", "topics") { $0.repository.topics },
    .date("updatedAt", "time of the last change of any kind") { $0.repository.dates.updated },
    .text("url", "address of its page") { $0.repository.url },
    .text("visibility", "public, private or internal") { $0.repository.visibility },
    .number("watchersCount", "number of stars, as in GitHub's search") {
      $0.repository.counts.searchWatchers
    },
  ]
}

// MARK: Members

private let languageFields: [Field<LanguageShare>] = [
  .text("name") { $0.language }, .number("bytes") { $0.bytes },
]

private let releaseFields: [Field<Release>] = [
  .text("tagName") { $0.tagName }, .text("name") { $0.name },
  .date("publishedAt") { $0.publishedAt }, .text("url") { $0.url },
]

private let licenseFields: [Field<License>] = [
  .text("key") { $0.key }, .text("name") { $0.name }, .text("spdxId") { $0.spdxID },
  .text("url") { $0.url },
]

private let headingFields: [Field<MarkdownOutline.Section>] = [
  .text("title") { $0.title }, .number("level") { $0.level }, .number("line") { $0.line },
  .number("size") { $0.size },
]

private let ownerFields: [Field<Owner>] = [
  .number("id") { $0.id }, .text("login") { $0.login }, .text("type") { $0.kind },
  .text("url") { $0.url }, .text("avatarUrl") { $0.avatarURL },
]
