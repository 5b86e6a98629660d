package import Core
package import GitHubModel
package import RepositoryStore

extension [StarListContents] {
  /// Finds a list by its name, its slug, or `N` or `#N` for a row of the lists last shown.
  ///
  /// Case matters only if the names of several lists differ in nothing else. `row` returns the list
  /// in a row, or nil if there is no such row.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/notFound`` for an unknown list.
  package func named(
    _ text: String,
    row: (Int) -> StarList.ID? = { _ in nil }
  ) throws(OperationFailure) -> StarListContents {
    if let found = first(where: { $0.list.name == text }) { return found }
    let alike = filter { $0.list.name.lowercased() == text.lowercased() }
    if alike.count > 1 {
      throw OperationFailure(.list(.ambiguous(text, alike: alike.map(\.list.name))))
    }
    if let found = alike.first ?? first(where: { $0.list.slug == text.lowercased() }) {
      return found
    }
    if let id = Int(text.drop { $0 == "#" }).flatMap(row),
      let found = first(where: { $0.list.id == id })
    {
      return found
    }
    throw OperationFailure(
      .list(.unknown(text, nearest: NearestWord.to(text, among: map(\.list.name))))
    )
  }
}
