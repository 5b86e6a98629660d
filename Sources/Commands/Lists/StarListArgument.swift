import ArgumentParser
import GitHubModel
import RepositoryStore
import Terminal

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
  /// The list that a user names: by its name, its slug, or `N` or `#N` for a row of the last `lists`.
  ///
  /// Case matters only if the names of several lists differ in nothing else. Without a context, numbers of
  /// rows name nothing.
  ///
  /// - Throws: ``CommandFailure`` of the kind ``FailureKind/notFound`` for an unknown list.
  func named(_ text: String, _ context: Context?) throws(CommandFailure) -> StarListContents {
    if let found = first(where: { $0.list.name == text }) { return found }
    let alike = filter { $0.list.name.lowercased() == text.lowercased() }
    if alike.count > 1 {
      let names = alike.map { "\"\($0.list.name)\"" }.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "\"\(text)\" is ambiguous: \(names)",
        advice: "match the name's case exactly"
      )
    }
    if let found = alike.first ?? first(where: { $0.list.slug == text.lowercased() }) {
      return found
    }
    let digits = text.drop { $0 == "#" }
    if let context, let row = Int(digits),
      let id = RowList(Self.rowListName, in: context).line(row),
      let found = first(where: { $0.list.id == id })
    {
      return found
    }
    let nearest = NearestWord.to(text, among: map(\.list.name))
    throw CommandFailure(
      .notFound,
      "no list \"\(text.truncated(toWidth: 40))\""
        + (nearest.map { ", did you mean \"\($0)\"?" } ?? ""),
      advice: "run `ghsearch lists` to see your lists"
    )
  }

  /// Makes `N` and `#N` stand for the lists from now on, if they were shown on the terminal.
  func number(in context: Context) {
    RowList(Self.rowListName, in: context).replace(withLines: map(\.list.id))
  }

  private static var rowListName: String { "list-rows" }
}
