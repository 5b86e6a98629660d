import ArgumentParser
import GitHubModel
import RepositoryStore
import SearchUI
import Terminal

/// The star list that a command is for.
struct StarListTarget: ParsableArguments {
  @Argument(
    help: "Name or slug of the list, or N for row N of the last `lists` shown here.",
    completion: .starLists
  )
  var list: String
}

extension CompletionKind {
  /// The user's star lists in the local copy.
  static let starLists = Self.custom { _, _, _ in KnownNames.current.lists }
}

/// A star list as users name it: its name, its slug, or `N` or `#N` for a row of the last `lists`.
enum StarListArgument {
  /// The list that the text names.
  ///
  /// Case matters only if the names of several lists differ in nothing else. Without a context, numbers of
  /// rows name nothing.
  ///
  /// - Throws: ``CommandFailure`` of the kind ``FailureKind/notFound`` for an unknown list.
  static func list(
    _ text: String,
    among lists: [StarListContents],
    for operation: String,
    _ context: Context?
  ) throws(CommandFailure) -> StarListContents {
    if let found = lists.first(where: { $0.list.name == text }) { return found }
    let alike = lists.filter { $0.list.name.lowercased() == text.lowercased() }
    if alike.count > 1 {
      let names = alike.map { "\"\($0.list.name)\"" }.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        operation,
        "\"\(text)\" is ambiguous: \(names)",
        advice: "match the name's case exactly"
      )
    }
    if let found = alike.first ?? lists.first(where: { $0.list.slug == text.lowercased() }) {
      return found
    }
    let digits = text.drop { $0 == "#" }
    if let context, let row = Int(digits), let id = RowList(rowListName, in: context).line(row),
      let found = lists.first(where: { $0.list.id == id })
    {
      return found
    }
    throw unknown(text, among: lists, for: operation)
  }

  /// Makes `N` and `#N` stand for the lists from now on, if they were shown on the terminal.
  static func number(_ lists: [StarListContents], in context: Context) {
    RowList(rowListName, in: context).replace(withLines: lists.map(\.list.id))
  }

  private static let rowListName = "list-rows"

  private static func unknown(
    _ text: String,
    among lists: [StarListContents],
    for operation: String
  ) -> CommandFailure {
    let nearest = NearestWord.to(text, among: lists.map(\.list.name))
    return CommandFailure(
      .notFound,
      operation,
      "no list \"\(text.truncated(toWidth: 40))\""
        + (nearest.map { ", did you mean \"\($0)\"?" } ?? ""),
      advice: "run `ghsearch lists` to see your lists"
    )
  }
}
