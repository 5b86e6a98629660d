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

/// A repository as users name it: `OWNER/NAME`, its address, or `N` or `#N` for a row of the last list.
enum RepositoryArgument {
  /// The repository that the text names.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/usage`` before any request is made.
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

  /// The repositories that the texts name; `-` stands for the names on standard input, one per line.
  ///
  /// A name ends at the first tab of its line, so that the rows of a search can be piped in, and at a `#`
  /// that begins a word.
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

  /// A name has an owner and a slash, so a number cannot be one.
  static func isRow(_ text: String) -> Bool {
    text.hasPrefix("#") || !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether a word after a flag that may stand alone is a repository, and not the flag's value.
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

  /// The lines that are not blank, with their numbers from 1; other line breaks than LF and CRLF are part of a line.
  private static func lines(_ input: String) -> [(number: Int, text: String)] {
    input.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .map { index, line in
        let field = line.prefix { $0 != "\t" }
        // A `#` within a word belongs to an address.
        let words = field.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
        return (index + 1, words.joined(separator: " "))
      }
      .filter { !$0.text.isEmpty }
  }
}
