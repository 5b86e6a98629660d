import GitHubModel
import JSON
import Markdown
import RepositoryStore
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields of rows of one kind that `--json`, `--jsonl`, `--csv` and `--template` can write.
protocol OutputField: RawRepresentable, CaseIterable, Equatable, Sendable
where RawValue == String, AllCases == [Self] {
  associatedtype Row

  /// A template as an example in the help, with `\\t` as users type it.
  static var templateExample: String { get }

  /// Other common names of fields, in lower case, that are not near the real name.
  static var synonyms: [String: Self] { get }

  /// The fields that `all` stands for.
  static var all: [Self] { get }

  func value(of row: Row) -> JSONValue
}

extension OutputField {
  static var all: [Self] { allCases }

  /// Reads a comma list, or `all`, in any case; a field named twice is written once.
  static func list(_ text: String) throws(UnknownField) -> [Self] {
    if text.lowercased() == "all" { return all }
    var fields: [Self] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { $0 != " " }
      let key = name.lowercased()
      guard let field = allCases.first(where: { $0.rawValue.lowercased() == key }) else {
        throw UnknownField(name: name)
      }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }

  /// The field that was probably meant by a name that is not one; nil if none is near.
  static func nearest(to name: String) -> Self? {
    let key = name.lowercased()
    if let field = synonyms[key] { return field }
    let nearest = NearestWord.to(name, among: allCases.map(\.rawValue))
    if let field = nearest.flatMap(Self.init) { return field }
    // As `archived` for `isArchived`.
    return key.count < 4 ? nil : allCases.first { $0.rawValue.lowercased().hasSuffix(key) }
  }
}

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

/// A name that is not a field.
struct UnknownField: Error {
  let name: String
}
