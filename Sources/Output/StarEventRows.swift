import Essentials
import GitHubModel
import Presentation
package import RepositoryStore
package import Terminal

extension StarEvent: OutputRow {
  package static let rowKind = "changes of stars"
  package static let templateExample = "{{fullName}}: {{kind}}"
  package static let synonyms = ["name": "fullName"]

  package var cells: [(style: CellStyle?, value: String?)] {
    [
      (.dim, Timestamp.text(noticedAt)), (.bold, name.fullName), (Theme.star, kind.rawValue),
      (.dim, from), (nil, to),
    ]
  }

  package static let fields: [Field<Self>] = [
    .of("date", "time when a sync noticed it", .local) { $0.noticedAt },
    .of("fullName", "owner and name, as in owner/name", .local) { $0.name.fullName },
    .of("kind", "kind of change", .local) { $0.kind.rawValue },
    .of("from", "what it was before", .local) { $0.from },
    .of("to", "what it is now", .local) { $0.to },
  ]
}

extension StarRelease: OutputRow {
  package static let rowKind = "releases"
  package static let templateExample = "{{fullName}} {{tagName}}"
  package static let synonyms = ["date": "publishedAt", "tag": "tagName"]

  package var cells: [(style: CellStyle?, value: String?)] {
    [
      (.dim, Timestamp.text(release.publishedAt)), (.bold, repository.name.fullName),
      (Theme.star, release.tagName), (nil, release.name), (.dim, release.url),
    ]
  }

  package static let fields: [Field<Self>] = [
    .of("publishedAt", "time of publication", .local) { $0.release.publishedAt },
    .of("fullName", "owner and name, as in owner/name", .local) { $0.repository.name.fullName },
    .of("tagName", "tag", .local) { $0.release.tagName },
    .of("name", "title", .local) { $0.release.name },
    .of("url", "address of its page", .local) { $0.release.url },
  ]
}
