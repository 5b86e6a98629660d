/// A hyperlink in text, for terminals that support it (OSC 8).
package enum Hyperlink {
  /// The text, linked; only https addresses of printable ASCII are linked, others stay plain.
  package static func wrap(_ text: String, url: String) -> String {
    let isSafe = url.hasPrefix("https://") && url.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    return isSafe ? "\u{1B}]8;;\(url)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" : text
  }

  /// Whether the terminal is one that is known to hide the escape sequence from its user.
  package static func isSupported(environment: [String: String]) -> Bool {
    if environment["TERM"].map(terminals.contains) == true { return true }
    if environment["TERM_PROGRAM"].map(programs.contains) == true { return true }
    if environment["WT_SESSION"] != nil || environment["KONSOLE_VERSION"] != nil { return true }
    return (environment["VTE_VERSION"].flatMap { Int($0) } ?? 0) >= 5000
  }

  private static let terminals: Set<String> = ["xterm-kitty", "alacritty", "foot", "xterm-ghostty"]
  private static let programs: Set<String> = ["iTerm.app", "WezTerm", "vscode", "ghostty"]
}
