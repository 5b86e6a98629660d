package import Core
import Essentials
package import GitHubModel
import Markdown
package import Presentation
import RepositoryStore
import Terminal

extension RepositoryRow: OutputRow {
  package static let templateExample = #"{{fullName}}\t{{owner.login}}"#
  package static let synonyms = [
    "stars": "stargazersCount", "starred": "isStarred", "watchers": "subscribersCount",
    "html_url": "url", "issues": "openIssuesCount", "archived": "isArchived",
  ]
  package static let hasDescription = true

  package static let fields: [Field<Self>] = [
    .of("activity", "gone, archived, deprecated, unknown, quiet or active", .requests) {
      $0.activity?.state.rawValue
    },
    .of("archivedAt", "time when it was archived", .requests) { $0.activityFacts?.archived },
    .of("cloneUrl", "URL for git clone over HTTPS") { $0.repository.cloneURL },
    .of("commits90d", "commits of the default branch in the last 90 days", .requests) {
      $0.activityFacts?.recentCommits
    },
    .of("createdAt", "time of creation") { $0.repository.dates.created },
    .of("defaultBranch", "name of the default branch") { $0.repository.defaultBranch },
    .of("description", "description") { $0.repository.description },
    .of("forksCount", "number of forks") { $0.repository.counts.forks },
    .of("fullName", "owner and name, as in owner/name") { $0.repository.name.fullName },
    .of("gained30d", "stars gained in the last 30 whole days", .requests) {
      $0.growth?.month
    },
    .of("gained365d", "stars gained in the last 365 whole days", .requests) {
      $0.growth?.year
    },
    .of("gained7d", "stars gained in the last 7 whole days", .requests) {
      $0.growth?.week
    },
    .of("hasDownloads", "whether it has downloads") { $0.repository.flags.hasDownloads },
    .of("hasIssues", "whether it has issues") { $0.repository.flags.hasIssues },
    .of("hasPages", "whether it has a site on GitHub Pages") { $0.repository.flags.hasPages },
    .of("hasProjects", "whether it has projects") { $0.repository.flags.hasProjects },
    .of("hasWiki", "whether it has a wiki") { $0.repository.flags.hasWiki },
    .of("homepage", "URL of its website") { $0.repository.homepage },
    .of("id", "GitHub's numeric ID") { $0.repository.id },
    .of("isArchived", "whether it is archived") { $0.repository.flags.isArchived },
    .of("isDisabled", "whether GitHub has disabled it") { $0.repository.flags.isDisabled },
    .of("isFavorite", "whether it is one of your favorites", .local) { $0.own?.isFavorite },
    .of("isFork", "whether it is a fork") { $0.repository.flags.isFork },
    .of("isPrivate", "whether it is private") { $0.repository.flags.isPrivate },
    .of("isStarred", "whether you have starred it") { $0.repository.isStarred },
    .of("isTemplate", "whether it is a template") { $0.repository.flags.isTemplate },
    .of("language", "main programming language") { $0.repository.language },
    .objects("languages", "bytes of code in each language", .requests, of: languageFields) {
      $0.languages
    },
    .of("lastCommitAt", "time of the newest commit of the default branch", .requests) {
      $0.activityFacts?.lastCommit
    },
    .object("latestRelease", "latest release", .requests, of: releaseFields) {
      $0.latestRelease
    },
    .object("license", "license", of: licenseFields) { $0.repository.license },
    .of("lists", "your star lists it is in", .local) { $0.own?.lists },
    .of("match", "matching line of the note or README", .local) { $0.match?.fragment },
    .of("name", "name without the owner") { $0.repository.name.name },
    .of("note", "your note about it", .local) { $0.own?.note?.text },
    .of("notedAt", "time of your note", .local) { $0.own?.note?.notedAt },
    .of("openIssuesCount", "number of open issues and pull requests") {
      $0.repository.counts.openIssues
    },
    .of("openPullRequestsCount", "number of open pull requests", .requests) {
      $0.activityFacts?.openPullRequests
    },
    .objects("outline", "headings of the README", .requests, of: headingFields) {
      $0.outline?.sections
    },
    .object("owner", "owner", of: ownerFields) { $0.repository.owner },
    .of("pushedAt", "time of the last push") { $0.repository.dates.pushed },
    .of("rank", "position in the list, from 1", .list) { $0.rank },
    .of("readme", "source of the README", .requests) { $0.readme },
    .of("size", "size in KB") { $0.repository.counts.size },
    .of("sshUrl", "URL for git clone over SSH") { $0.repository.sshURL },
    .of("stargazersCount", "number of stars") { $0.repository.counts.stars },
    .of("starredAt", "time when you starred it, or with --user that user", .local) {
      $0.starredAt
    },
    .of("subscribersCount", "number of watchers; only view reads it") {
      $0.repository.counts.subscribers
    },
    .of("topics", "topics") { $0.repository.topics },
    .of("updatedAt", "time of the last change of any kind") { $0.repository.dates.updated },
    .of("url", "URL of its page") { $0.repository.url },
    .of("visibility", "public, private or internal") { $0.repository.visibility },
    .of("watchersCount", "number of stars, as in GitHub's search") {
      $0.repository.counts.searchWatchers
    },
  ]
}

// MARK: Columns

extension RepositoryRow {
  package static let columns: [Column<Self>] = [
    Column("full_name", .bold, room: .name) { row, display in
      let repository = row.repository
      return Table.Cell(marked(repository.name.fullName, display.marks), url: repository.url)
    } _: {
      $0.repository.name.fullName
    },
    Column("stargazers_count", Theme.star, room: .own, isRight: true) { row, _ in
      Table.Cell(safe: row.repository.counts.stars.map(CompactNumber.text) ?? "-")
    } _: {
      $0.repository.counts.stars.map(String.init)
    },
    .text("forks_count") { $0.repository.counts.forks.map(String.init) },
    Column("language", Theme.language, room: .optional(maxLanguage)) { $0.repository.language },
    .text("updated_at", Theme.dim) {
      $0.repository.dates.updated.map(Timestamp.text)
    },
    .table(Theme.dim, room: .optional()) { row, display in
      let (date, verb) =
        display.showsStarDates ? (row.starredAt, "starred ") : (row.repository.dates.pushed, "")
      return Table.Cell(safe: date.map { verb + RelativeDate.text($0, now: display.now) } ?? "")
    },
    Column("description", room: .rest) { row, display in
      var cell = Table.Cell(description(of: row, display.marks))
      if row.repository.flags.isArchived == true { cell.mark = "archived " }
      return cell
    } _: {
      $0.repository.description
    },
  ]

  package static func text(_ rows: [Self], on display: Display) -> String {
    var display = display
    // All rows of a list have the same query.
    display.marks = rows.first?.query.map { QueryMarks($0) }
    var table = Table(rows, columns, display)
    table.firstNumber = max(rows.first?.rank ?? 1, 1)
    table.gap = display.width < narrow ? 1 : 2
    table.stars = rows.map { $0.repository.isStarred == true }
    for (index, row) in rows.enumerated() {
      if let match = row.excerpt {
        table.excerpts[index] = MarkedText(match.fragment, ranges: match.ranges)
      }
    }
    return table.text(display)
  }

  /// Below this many columns, every space counts.
  private static let narrow = 60
  package static let maxLanguage = 16

  package static func description(of row: Self, _ marks: QueryMarks? = nil) -> MarkedText {
    let text = row.repository.description ?? ""
    return marked(String(text.unicodeScalars.prefix(Table.maxCellLength)), marks).withEmoji
  }

  private static func marked(_ text: String, _ marks: QueryMarks?) -> MarkedText {
    MarkedText(text, ranges: marks?.ranges(in: text) ?? [])
  }
}

// MARK: Members

private let languageFields: [Field<LanguageShare>] = [
  .of("name") { $0.language }, .of("bytes") { $0.bytes },
]

package let releaseFields: [Field<Release>] = [
  .of("tagName") { $0.tagName }, .of("name") { $0.name },
  .of("publishedAt") { $0.publishedAt }, .of("url") { $0.url },
]

private let licenseFields: [Field<License>] = [
  .of("key") { $0.key }, .of("name") { $0.name }, .of("spdxId") { $0.spdxID },
  .of("url") { $0.url },
]

private let headingFields: [Field<MarkdownOutline.Section>] = [
  .of("title") { $0.title }, .of("level") { $0.level }, .of("line") { $0.line },
  .of("size") { $0.size },
]

private let ownerFields: [Field<Owner>] = [
  .of("id") { $0.id }, .of("login") { $0.login }, .of("type") { $0.kind },
  .of("url") { $0.url }, .of("avatarUrl") { $0.avatarURL },
]
