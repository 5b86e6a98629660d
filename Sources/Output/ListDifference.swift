import Essentials
import GitHubAPI
package import GitHubModel
package import RepositoryStore
package import Stars
import Terminal

/// The lists that a plan adds a repository to and removes it from, by name.
package struct ListDifference {
  package let name: RepositoryName
  package let add: [String]
  package let remove: [String]
  package var status = Status.planned

  package enum Status: String {
    case planned = "would change"
    case changed, unchanged, failed
    case notAttempted = "not attempted"
  }

  package init(_ item: ListPlan.Item, among lists: [StarListContents]) {
    func names(_ ids: Set<StarList.ID>) -> [String] {
      lists.map(\.list).filter { ids.contains($0.id) }.map(\.name)
    }
    name = item.name
    (add, remove) = (names(item.difference.adding), names(item.difference.removing))
  }
}

extension ListDifference: OutputRow {
  package static let templateExample = "{{repo}}: {{add}}"
  package static let synonyms = ["fullname": "repo", "added": "add", "removed": "remove"]

  package static let columns: [Column<Self>] = [
    Column("repo", .bold) { $0.name.fullName },
    Column("add") { $0.add.map { "+\($0)" }.joined(separator: ", ") },
    Column("remove", .dim) { $0.remove.map { "-\($0)" }.joined(separator: ", ") },
  ]

  package static let fields: [Field<Self>] = [
    .of("repo", "owner and name, as in owner/name", .list) { $0.name.fullName },
    .of("add", "the lists it is added to", .list) { $0.add },
    .of("remove", "the lists it is removed from", .list) { $0.remove },
    .of("status", "changed, unchanged, failed, not attempted or would change", .list) {
      $0.status.rawValue
    },
  ]
}
