import Essentials
import GitHubModel
import Presentation
package import RepositoryStore
import Terminal

extension StarEvent: OutputRow {
  package static let templateExample = "{{fullName}}: {{kind}}"
  package static let synonyms = ["name": "fullName"]

  package static let columns: [Column<Self>] = [
    .time("date", .dim) { $0.noticedAt }, Column("full_name", .bold) { $0.name.fullName },
    Column("kind", Theme.star) { $0.kind.rawValue }, Column("from", .dim) { $0.from },
    Column("to") { $0.to },
  ]

  package static let fields: [Field<Self>] = [
    .of("date", "time when a sync noticed it", .local) { $0.noticedAt },
    .of("fullName", "owner and name, as in owner/name", .local) { $0.name.fullName },
    .of("kind", "kind of change", .local) { $0.kind.rawValue },
    .of("from", "previous value", .local) { $0.from },
    .of("to", "new value", .local) { $0.to },
  ]
}

extension StarRelease: OutputRow {
  package static let templateExample = "{{fullName}} {{tagName}}"
  package static let synonyms = ["date": "publishedAt", "tag": "tagName"]

  package static let columns: [Column<Self>] = [
    .time("published_at", .dim) { $0.release.publishedAt },
    Column("full_name", .bold) { $0.repository.name.fullName },
    Column("tag_name", Theme.star) { $0.release.tagName }, Column("name") { $0.release.name },
    Column("url", .dim) { $0.release.url },
  ]

  package static let fields: [Field<Self>] = [
    .of("publishedAt", "time of publication", .local) { $0.release.publishedAt },
    .of("fullName", "owner and name, as in owner/name", .local) { $0.repository.name.fullName },
    .of("tagName", "tag", .local) { $0.release.tagName },
    .of("name", "title", .local) { $0.release.name },
    .of("url", "URL of its page", .local) { $0.release.url },
  ]
}
