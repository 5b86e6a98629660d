import Essentials
package import GitHubModel
import Presentation
package import Terminal

extension StarList: OutputRow {
  package static let rowKind = "star lists"
  package static let templateExample = "{{name}}: {{repositoryCount}}"
  package static let synonyms = ["count": "repositoryCount", "repositories": "repositoryCount"]
  package static let hasDescription = true

  package var cells: [(style: CellStyle?, value: String?)] {
    [
      (.bold, name), (Theme.star, "\(repositoryCount)"), (.dim, isPrivate ? "yes" : "no"),
      (nil, description),
    ]
  }

  package static func table(_ rows: [Self], _ display: Display) -> Table {
    var table = Table([
      Table.Column(room: .name, style: .bold), Table.Column(style: Theme.star, isRight: true),
      Table.Column(room: .optional(), style: .dim), Table.Column(room: .rest),
    ])
    table.rows = rows.map { list in
      [
        Table.Cell(list.name), Table.Cell(safe: "\(list.repositoryCount)"),
        Table.Cell(safe: list.isPrivate ? "private" : ""), Table.Cell(list.description),
      ]
    }
    return table
  }

  package static let fields: [Field<Self>] = [
    .of("name", "name", .local) { $0.name },
    .of("slug", "name in the address of its page", .local) { $0.slug },
    .of("description", "description", .local) { $0.description },
    .of("isPrivate", "whether only you see it", .local) { $0.isPrivate },
    .of("repositoryCount", "number of repositories", .local) { $0.repositoryCount },
    .of("createdAt", "time of creation", .local) { $0.createdAt },
    .of("updatedAt", "time of the last change", .local) { $0.updatedAt },
  ]
}
