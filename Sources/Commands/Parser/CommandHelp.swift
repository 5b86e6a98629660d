import Core
import Output
import Presentation

/// The help sections shared by several commands, and the order of sections (decision 0093).
enum CommandHelp {
  /// Moves `EXAMPLES:` and later sections behind the flags, since ArgumentParser prints the
  /// discussion first.
  ///
  /// Shows the values of boolean qualifiers after an equals sign, as they are typed.
  static func arranged(_ help: String) -> String {
    let help = help.replacing(/(?m)^  (--[a-z-]+) <true\|false>\s+/) {
      "  \($0.output.1)[=<true|false>]\n" + String(repeating: " ", count: 26)
    }
    guard let start = help.firstRange(of: "\n\nEXAMPLES:\n"),
      let end = help.firstRange(of: "\n\nUSAGE: "), start.lowerBound < end.lowerBound
    else { return help }
    let sections = help[start.lowerBound..<end.lowerBound]
    let flags = help[end.lowerBound...].reversed().drop(while: \.isNewline).reversed()
    return String(help[..<start.lowerBound]) + String(flags) + sections
  }

  /// The fields of `--json`, `--jsonl` and `--csv`.
  static let fields =
    "JSON FIELDS:\n"
    + lines(RepositoryRow.fields.map(\.name))
    .joined(separator: "\n")

  /// All environment variables for users, also listed in the manual page.
  static let environment = section(
    "ENVIRONMENT:",
    tokenVariables + [
      ("GH_HOST", "GitHub Enterprise host"),
      ("GHSEARCH_API_URL", "base URL of the API; takes precedence over GH_HOST"),
      ("BROWSER", "browser for web pages; %s stands for the URL"),
      ("GHSEARCH_PAGER, PAGER", "pager for long output"),
      ("LESS", "flags for less, FRXK by default"),
      ("VISUAL, EDITOR", "editor for notes"),
      ("GHSEARCH_MESSAGES", "json: messages as JSON"),
      ("NO_COLOR", "turns color off"),
      ("CLICOLOR_FORCE", "turns color on, even in a pipe"),
      ("CLICOLOR", "0: turns color off"),
      ("HTTPS_PROXY, NO_PROXY", "proxy, and the hosts that bypass it"),
      ("SSL_CERT_FILE", "certificate bundle instead of the system's"),
      ("SSL_CERT_DIR", "directory of certificates instead of the system's"),
      ("ESCDELAY", "milliseconds to wait after Escape for the rest of a key"),
      ("TZ", "time zone of times in messages"),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_STATE_HOME",
        "directories of the files below"
      ),
      ("GH_CONFIG_DIR", "directory of gh's hosts.yml"),
    ]
  )

  /// The token variables, highest precedence first.
  private static let tokenVariables = [
    ("GHSEARCH_TOKEN", "token for the configured API"),
    ("GH_TOKEN, GITHUB_TOKEN", "token for github.com only"),
    ("GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN", "token for the host in GH_HOST only"),
  ]

  /// All files, also listed in the manual page.
  static let files = section(
    "FILES:",
    [
      (".env", "in the working directory: GHSEARCH_TOKEN, GH_TOKEN, GITHUB_TOKEN"),
      ("~/.config/ghsearch/token", "token that `ghsearch auth login` stored"),
      ("~/.config/gh/hosts.yml", "gh's token"),
      ("~/.config/ghsearch/keys.toml", "keys and programs of the interactive search"),
      ("~/.local/share/ghsearch/", "stars, star lists, favorites and notes"),
      ("~/.cache/ghsearch/", "cached repositories and pictures, and the search history"),
      ("~/.local/state/ghsearch/", "rate limits, and the last list shown on each terminal"),
    ],
    column: 34
  )

  /// A title, and entries with their meanings in a column that starts at the 27th character by
  /// default.
  private static func section(
    _ title: String,
    _ entries: [(names: String, meaning: String)],
    column: Int = 26
  ) -> String {
    let indent = String(repeating: " ", count: column)
    let texts = entries.map { names, meaning in
      let label = "  " + names
      let start =
        label.count + 2 > column
        ? "\(label)\n\(indent)" : label + indent.dropFirst(label.count)
      return start
        + TextWrap.lines(meaning, width: maxLineLength - column).joined(separator: "\n\(indent)")
    }
    return ([title] + texts).joined(separator: "\n")
  }

  static let exitStatus = """
    EXIT STATUS:
      0   success, even if nothing matches
      1   the answer is no: not starred, no note, or not confirmed
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
    \(section("ENVIRONMENT:", tokenVariables))

    EXIT STATUS:
      0   GitHub accepts the token
      4   not signed in, or GitHub rejected the token
    """

  /// Indented lines of comma-separated names within 80 columns.
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
