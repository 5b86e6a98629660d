import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars

struct StarListTarget: ParsableArguments {
  @Argument(
    help: "Name or slug of the list, or N for row N of the last `lists` shown here.",
    completion: .starLists
  )
  var list: String
}

extension CompletionKind {
  static let starLists = Self.custom { _, _, _ in KnownNames.current.lists }
}

extension [StarListContents] {
  /// The list with this name or slug, or in row `N` or `#N` of the last `lists`.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/notFound`` for an unknown list.
  func named(_ text: String, in context: Context) throws(OperationFailure) -> StarListContents {
    try named(text) { RowList(Self.rowListName, in: context).line($0) }
  }

  /// Makes `N` and `#N` refer to these lists from now on, if they were shown on the terminal.
  func number(in context: Context) {
    RowList(Self.rowListName, in: context).replace(withLines: map(\.list.id))
  }

  private static var rowListName: String { "list-rows" }
}
