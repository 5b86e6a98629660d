import Essentials
import GitHubModel
import JSON
import Markdown
import RepositoryStore
import Terminal

/// The fields of a repository that `--json`, `--jsonl` and `--csv` can write, by their names.
enum RepositoryField: String, OutputField {
  static let templateExample = #"{{fullName}}\t{{owner.login}}"#

  static let synonyms: [String: Self] = [
    "stars": .stargazersCount, "starred": .isStarred, "watchers": .subscribersCount,
    "html_url": .url, "issues": .openIssuesCount,
  ]

  case cloneUrl, createdAt, defaultBranch, description, forksCount, fullName
  case gained30d, gained365d, gained7d, hasDownloads, hasIssues, hasPages, hasProjects, hasWiki,
    homepage, id, isArchived, isDisabled, isFavorite
  case isFork, isPrivate, isStarred, isTemplate, language, languages, latestRelease, license, lists
  case match, name, note, notedAt, openIssuesCount, outline, owner, pushedAt, rank, readme, size
  case sshUrl, stargazersCount, starredAt
  case subscribersCount, topics, updatedAt, url, visibility, watchersCount

  /// All but those that take requests of their own.
  static let all = allCases.filter {
    !(growth + [.languages, .latestRelease, .outline, .readme]).contains($0)
  }

  static let growth: [Self] = [.gained30d, .gained365d, .gained7d]

  static let hasDescription = true

  var about: FieldDescription {
    switch self {
    case .cloneUrl: .init(.string, "address for git clone over HTTPS")
    case .createdAt: .init(.date, "time of creation")
    case .defaultBranch: .init(.string, "name of the default branch")
    case .description: .init(.string, "description")
    case .forksCount: .init(.integer, "number of forks")
    case .fullName: .init(.string, "owner and name, as in owner/name")
    case .gained30d: .init(.integer, "stars gained in the last 30 whole days", .requests)
    case .gained365d: .init(.integer, "stars gained in the last 365 whole days", .requests)
    case .gained7d: .init(.integer, "stars gained in the last 7 whole days", .requests)
    case .hasDownloads: .init(.boolean, "whether it has downloads")
    case .hasIssues: .init(.boolean, "whether it has issues")
    case .hasPages: .init(.boolean, "whether it has a site on GitHub Pages")
    case .hasProjects: .init(.boolean, "whether it has projects")
    case .hasWiki: .init(.boolean, "whether it has a wiki")
    case .homepage: .init(.string, "address of its website")
    case .id: .init(.integer, "GitHub's number for it")
    case .isArchived: .init(.boolean, "whether it is archived")
    case .isDisabled: .init(.boolean, "whether GitHub has disabled it")
    case .isFavorite: .init(.boolean, "whether it is one of your favorites", .local)
    case .isFork: .init(.boolean, "whether it is a fork")
    case .isPrivate: .init(.boolean, "whether it is private")
    case .isStarred: .init(.boolean, "whether you have starred it")
    case .isTemplate: .init(.boolean, "whether it is a template")
    case .language: .init(.string, "main programming language")
    case .languages: .init(.array(.languageShare), "bytes of code in each language", .requests)
    case .latestRelease: .init(.release, "latest release", .requests)
    case .license: .init(.license, "license")
    case .lists: .init(.array(.string), "your star lists it is in", .local)
    case .match: .init(.string, "line of the note or README that matches", .local)
    case .name: .init(.string, "name without the owner")
    case .note: .init(.string, "your note about it", .local)
    case .notedAt: .init(.date, "time of your note", .local)
    case .openIssuesCount: .init(.integer, "number of open issues and pull requests")
    case .outline: .init(.array(.heading), "headings of the README", .requests)
    case .owner: .init(.owner, "owner")
    case .pushedAt: .init(.date, "time of the last push")
    case .rank: .init(.integer, "place in the list, from 1", .list)
    case .readme: .init(.string, "source of the README", .requests)
    case .size: .init(.integer, "size in KB")
    case .sshUrl: .init(.string, "address for git clone over SSH")
    case .stargazersCount: .init(.integer, "number of stars")
    case .starredAt: .init(.date, "time when you starred it", .local)
    case .subscribersCount: .init(.integer, "number of watchers; only view knows it")
    case .topics: .init(.array(.string), "topics")
    case .updatedAt: .init(.date, "time of the last change of any kind")
    case .url: .init(.string, "address of its page")
    case .visibility: .init(.string, "public, private or internal")
    case .watchersCount: .init(.integer, "number of stars, as in GitHub's search")
    }
  }

  func value(of row: RankedRepository) -> JSONValue {
    let repository = row.repository
    return switch self {
    case .cloneUrl: .string(repository.cloneURL)
    case .createdAt: Self.date(repository.dates.created)
    case .defaultBranch: .string(repository.defaultBranch)
    case .description: .string(repository.description)
    case .forksCount: .number(repository.counts.forks)
    case .fullName: .string(repository.name.fullName)
    case .gained30d: .number(row.extras.growth?.month)
    case .gained365d: .number(row.extras.growth?.year)
    case .gained7d: .number(row.extras.growth?.week)
    case .hasDownloads: .bool(repository.flags.hasDownloads)
    case .hasIssues: .bool(repository.flags.hasIssues)
    case .hasPages: .bool(repository.flags.hasPages)
    case .hasProjects: .bool(repository.flags.hasProjects)
    case .hasWiki: .bool(repository.flags.hasWiki)
    case .homepage: .string(repository.homepage)
    case .id: .number(repository.id)
    case .isArchived: .bool(repository.flags.isArchived)
    case .isDisabled: .bool(repository.flags.isDisabled)
    case .isFavorite: .bool(row.star?.isFavorite)
    case .isFork: .bool(repository.flags.isFork)
    case .isPrivate: .bool(repository.flags.isPrivate)
    case .isStarred: .bool(repository.isStarred)
    case .isTemplate: .bool(repository.flags.isTemplate)
    case .language: .string(repository.language)
    case .languages: row.extras.languages.map { .array($0.map(Self.share)) } ?? .null
    case .latestRelease: row.extras.latestRelease.map(Self.release) ?? .null
    case .license: repository.license.map(Self.license) ?? .null
    case .lists: row.star?.lists.map { .array($0.map { .string($0) }) } ?? .null
    case .match: .string(row.star?.match?.fragment)
    case .name: .string(repository.name.name)
    case .note: .string(row.star?.note?.text)
    case .notedAt: Self.date(row.star?.note?.notedAt)
    case .openIssuesCount: .number(repository.counts.openIssues)
    case .outline: row.extras.outline.map { .array($0.sections.map(Self.section)) } ?? .null
    case .owner: Self.owner(repository.owner)
    case .pushedAt: Self.date(repository.dates.pushed)
    case .rank: .number(Int64(row.rank))
    case .readme: .string(row.extras.readme)
    case .size: .number(repository.counts.size)
    case .sshUrl: .string(repository.sshURL)
    case .stargazersCount: .number(repository.counts.stars)
    case .starredAt: Self.date(row.star?.starredAt)
    case .subscribersCount: .number(repository.counts.subscribers)
    case .topics: repository.topics.map { .array($0.map { .string($0) }) } ?? .null
    case .updatedAt: Self.date(repository.dates.updated)
    case .url: .string(repository.url)
    case .visibility: .string(repository.visibility)
    case .watchersCount: .number(repository.counts.searchWatchers)
    }
  }

  private static func date(_ date: Date?) -> JSONValue {
    .string(date.map(Timestamp.text))
  }

  private static func owner(_ owner: Owner) -> JSONValue {
    .object([
      .init("id", owner.id.map { .number($0) } ?? .null),
      .init("login", .string(owner.login)),
      .init("type", .string(owner.kind)),
      .init("url", .string(owner.url)),
      .init("avatarUrl", .string(owner.avatarURL)),
    ])
  }

  private static func share(_ share: LanguageShare) -> JSONValue {
    .object([.init("name", .string(share.language)), .init("bytes", .number(share.bytes))])
  }

  private static func release(_ release: Release) -> JSONValue {
    .object([
      .init("tagName", .string(release.tagName)),
      .init("name", .string(release.name)),
      .init("publishedAt", date(release.publishedAt)),
      .init("url", .string(release.url)),
    ])
  }

  private static func section(_ section: MarkdownOutline.Section) -> JSONValue {
    .object([
      .init("title", .string(section.title)),
      .init("level", .number(Int64(section.level))),
      .init("line", .number(Int64(section.line))),
      .init("size", .number(Int64(section.size))),
    ])
  }

  private static func license(_ license: License) -> JSONValue {
    .object([
      .init("key", .string(license.key)),
      .init("name", .string(license.name)),
      .init("spdxId", .string(license.spdxID)),
      .init("url", .string(license.url)),
    ])
  }
}

extension FieldType {
  fileprivate static let owner = object([
    ("id", .integer), ("login", .string), ("type", .string), ("url", .string),
    ("avatarUrl", .string),
  ])

  fileprivate static let languageShare = object([("name", .string), ("bytes", .integer)])

  fileprivate static let release = object([
    ("tagName", .string), ("name", .string), ("publishedAt", .date), ("url", .string),
  ])

  fileprivate static let heading = object([
    ("title", .string), ("level", .integer), ("line", .integer), ("size", .integer),
  ])

  fileprivate static let license = object([
    ("key", .string), ("name", .string), ("spdxId", .string), ("url", .string),
  ])
}
