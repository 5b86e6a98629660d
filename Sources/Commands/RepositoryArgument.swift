import ArgumentParser
import Core
import GitHubModel
import Output
import Terminal

struct RepositoryList: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      OWNER/NAME, a URL, or a row number of the last list shown here; - reads names from standard \
      input, one per line (# begins a comment).
      """,
      valueName: "repo"
    ),
    completion: .repositories
  )
  var names: [String]
}

extension CompletionKind {
  /// The user's favorites, and the stars in the local copy.
  static let repositories = Self.custom { _, _, _ in
    KnownNames.current.repositories.map { $0.text(for: .requesting) }
  }
}

struct SingleRepository: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "OWNER/NAME, a URL, or a row number of the last list shown here.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var text: String
}

/// A repository as users name it: `OWNER/NAME`, its URL, or `N` or `#N` for a row of the last
/// list.
enum RepositoryArgument {
  /// The repository named by a text.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/usage``, before any request.
  static func name(
    _ text: String,
    _ session: Session,
    _ context: Context
  ) throws(OperationFailure) -> RepositoryName {
    if isRow(text) { return try row(text, context) }
    let base = session.base
    guard let name = RepositoryName(reference: text, at: base) else {
      throw OperationFailure(
        .usage,
        "\"\(text.truncated(toWidth: 100))\" is not a repository on \(base.webHost ?? base.origin.authority)",
        advice: base.webHost.map { "use OWNER/NAME or https://\($0)/OWNER/NAME" }
          ?? "use OWNER/NAME"
      )
    }
    return name
  }

  /// The repositories named by texts; `-` stands for names on standard input, one per line.
  ///
  /// A name ends at the first tab in its line, so the rows of a search can be piped in, and at a
  /// `#` that starts a word.
  static func names(
    _ texts: [String],
    _ session: Session,
    _ context: Context
  ) throws(OperationFailure) -> [RepositoryName] {
    var names: [RepositoryName] = []
    for text in texts {
      guard text == "-" else {
        names.append(try name(text, session, context))
        continue
      }
      for (number, text) in lines(try context.readInput()) {
        do throws(OperationFailure) {
          names.append(try name(text, session, context))
        } catch {
          throw error.with(why: "line \(number): \(error.why)")
        }
      }
    }
    if names.isEmpty, !texts.isEmpty {
      context.note("ghsearch: no repositories on standard input")
    }
    return names
  }

  /// Names have an owner and a slash, so a number is never a name.
  static func isRow(_ text: String) -> Bool {
    text.hasPrefix("#") || !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether a word after a flag with an optional value is a repository, not the value.
  static func isLikely(_ text: String) -> Bool {
    text == "-" || text.contains("/") || isRow(text)
  }

  private static func row(
    _ text: String,
    _ context: Context
  ) throws(OperationFailure) -> RepositoryName {
    let digits = text.drop { $0 == "#" }
    let list = RowList(in: context)
    guard isRow(String(digits)), let number = Int(digits), let name = list[number] else {
      let place = context.shownRows == nil ? " shown on this terminal" : ""
      let other = list.numbers.map { rows in
        rows.count == 1 ? "use \(rows.lowerBound)" : "use \(rows.lowerBound) to \(rows.upperBound)"
      }
      throw OperationFailure(
        .usage,
        "no row \(digits.truncated(toWidth: 20)) in the last list\(place)",
        advice: "\(other ?? "run a search here first"), or \(other == nil ? "use " : "")OWNER/NAME"
      )
    }
    return name
  }

  /// The nonblank lines with their numbers from 1; only LF and CRLF break lines.
  private static func lines(_ input: String) -> [(number: Int, text: String)] {
    input.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .map { index, line in
        let field = line.prefix { $0 != "\t" }
        // A `#` within a word is part of a URL.
        let words = field.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
        return (index + 1, words.joined(separator: " "))
      }
      .filter { !$0.text.isEmpty }
  }
}
