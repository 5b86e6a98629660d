import Essentials
package import GitHubModel
import Presentation
import Terminal

extension StarList: OutputRow {
  package static let templateExample = "{{name}}: {{repositoryCount}}"
  package static let synonyms = ["count": "repositoryCount", "repositories": "repositoryCount"]
  package static let hasDescription = true

  package static let columns: [Column<Self>] = [
    Column("name", .bold, room: .name) { $0.name },
    Column("repository_count", Theme.star, room: .own, isRight: true) { "\($0.repositoryCount)" },
    Column("private", .dim, room: .optional()) { list, _ in
      Table.Cell(safe: list.isPrivate ? "private" : "")
    } _: {
      $0.isPrivate ? "yes" : "no"
    },
    Column("description", room: .rest) { $0.description },
  ]

  package static let fields: [Field<Self>] = [
    .of("name", "name", .local) { $0.name },
    .of("slug", "name in the URL of its page", .local) { $0.slug },
    .of("description", "description", .local) { $0.description },
    .of("isPrivate", "whether only you can see it", .local) { $0.isPrivate },
    .of("repositoryCount", "number of repositories", .local) { $0.repositoryCount },
    .of("createdAt", "time of creation", .local) { $0.createdAt },
    .of("updatedAt", "time of the last change", .local) { $0.updatedAt },
  ]
}
