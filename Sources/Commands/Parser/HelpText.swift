/// The sections that the help texts of several commands share, and the order of sections (decision 0093).
enum HelpText {
  /// Moves `EXAMPLES:` and the sections after it behind the flags; ArgumentParser prints a discussion before
  /// them.
  static func arranged(_ help: String) -> String {
    guard let start = help.firstRange(of: "\n\nEXAMPLES:\n"),
      let end = help.firstRange(of: "\n\nUSAGE: "), start.lowerBound < end.lowerBound
    else { return help }
    let sections = help[start.lowerBound..<end.lowerBound]
    let flags = help[end.lowerBound...].reversed().drop(while: \.isNewline).reversed()
    return String(help[..<start.lowerBound]) + String(flags) + sections
  }

  /// The names that `--json`, `--jsonl` and `--csv` take.
  static let fields =
    "JSON FIELDS:\n"
    + lines(RepositoryRow.fields.map(\.name))
    .joined(separator: "\n")

  static let environment = """
    ENVIRONMENT:
      GHSEARCH_TOKEN          token for the configured API
      GH_TOKEN, GITHUB_TOKEN  token for github.com only
      GH_HOST                 GitHub Enterprise host
      GHSEARCH_API_URL        base URL of another API
      BROWSER                 browser for web pages
      GHSEARCH_PAGER, PAGER   pager for long output
      VISUAL, EDITOR          editor for notes
      GHSEARCH_MESSAGES       json: messages as JSON
      NO_COLOR                turns color off
    """

  static let exitStatus = """
    EXIT STATUS:
      0   success, even if nothing matches
      1   no: not starred, no note, or not confirmed (stars prune, lists)
      3   not found
      4   not signed in, or GitHub rejected the token
      5   permission denied
      6   rate limit exceeded
      7   network error
      8   unusable response
      9   local file error
      10  partial success
      11  output could not be written
      64  usage error, or GitHub rejected the query
    """

  static let tokens = """
    ENVIRONMENT:
      GHSEARCH_TOKEN          token for the configured API
      GH_TOKEN, GITHUB_TOKEN  token for github.com only
      GH_ENTERPRISE_TOKEN     token for the host in GH_HOST only

    EXIT STATUS:
      0   GitHub accepts the token
      4   not signed in, or GitHub rejected the token
    """

  /// Indented lines of names with commas between them, which fit 80 columns.
  static func lines(_ names: [String]) -> [String] {
    var lines = ["  " + (names.first ?? "")]
    for name in names.dropFirst() {
      let last = lines[lines.count - 1]
      if last.count + name.count + 3 < maxLineLength {
        lines[lines.count - 1] = "\(last), \(name)"
      } else {
        lines[lines.count - 1] += ","
        lines.append("  \(name)")
      }
    }
    return lines
  }

  private static let maxLineLength = 79
}
