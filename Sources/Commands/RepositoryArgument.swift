import GitHubModel
import Terminal

/// What users name repositories by: `OWNER/NAME`, an address, or `#N` for a row that was shown.
enum RepositoryArgument {
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` before any request is made.
  static func name(
    _ text: String,
    attempted: String,
    base: APIBase,
    context: Context
  ) throws(CommandFailure) -> RepositoryName {
    if text.hasPrefix("#") { return try row(text, attempted: attempted, context: context) }
    let host = base.webHost ?? "github.com"
    guard let name = RepositoryName(reference: text, webHost: host) else {
      throw CommandFailure(
        .usage,
        attempted,
        "\"\(text.truncated(toWidth: 100))\" names no repository",
        advice: "write OWNER/NAME or https://\(host)/OWNER/NAME"
      )
    }
    return name
  }

  private static func row(
    _ text: String,
    attempted: String,
    context: Context
  ) throws(CommandFailure) -> RepositoryName {
    guard let number = Int(text.dropFirst()), let name = RowList(in: context)[number] else {
      throw CommandFailure(
        .usage,
        attempted,
        "the last list of this terminal has no row \"\(text.dropFirst().truncated(toWidth: 20))\"",
        advice: "#N is a row of a list, counted from 1"
      )
    }
    return name
  }

  /// The names, with `-` standing for those that standard input has, one a line.
  ///
  /// Of a line only what stands before the first tab counts, so that the rows of a search can be
  /// piped in as they are.
  static func names(
    _ arguments: [String],
    attempted: String,
    base: APIBase,
    context: Context
  ) throws(CommandFailure) -> [RepositoryName] {
    var names: [RepositoryName] = []
    for argument in arguments {
      let texts = argument == "-" ? lines(try context.readInput()) : [argument]
      for text in texts {
        names.append(try name(text, attempted: attempted, base: base, context: context))
      }
    }
    return names
  }

  private static func lines(_ input: String) -> [String] {
    input.split(whereSeparator: \.isNewline)
      .map { line in
        let field = line.prefix { $0 != "\t" }.drop(while: \.isWhitespace)
        return String(field.reversed().drop(while: \.isWhitespace).reversed())
      }
      .filter { !$0.isEmpty }
  }
}
