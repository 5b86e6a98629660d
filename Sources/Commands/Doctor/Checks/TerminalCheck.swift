import Terminal

/// What the terminal can show.
struct TerminalCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    [terminal(patient.context), locale(patient.context.environment)]
  }

  private func terminal(_ context: Context) -> Finding {
    guard let size = context.terminal else { return .fine("terminal", "standard output is none") }
    let name = context.environment["TERM"] ?? "(not set)"
    let text = "TERM=\(name), \(size.columns) × \(size.rows)"
    let capabilities = TerminalCapabilities(environment: context.environment)
    guard capabilities.isUsable else {
      let remedy = "set TERM to the terminal's name, or use `ghsearch repl`"
      return .warning("terminal", "\(text), too simple for a screen", remedy: remedy)
    }
    guard size.columns >= Self.fewestColumns, size.rows >= Self.fewestRows else {
      return .warning("terminal", "\(text), too small", remedy: "make the window larger")
    }
    return .fine("terminal", ([text] + Self.abilities(capabilities)).joined(separator: ", "))
  }

  private static let fewestColumns = 40
  private static let fewestRows = 10

  private static func abilities(_ capabilities: TerminalCapabilities) -> [String] {
    let colors =
      switch capabilities.colors {
      case .none: "no colours"
      case .palette: "256 colours"
      case .trueColor: "true colour"
      }
    return [
      colors, capabilities.hasHyperlinks ? "hyperlinks" : "no hyperlinks",
      capabilities.hasKeyboardProtocol ? "kitty's keyboard protocol" : "xterm's keys",
    ]
  }

  /// The first that is set counts (POSIX, Environment Variables).
  private func locale(_ environment: [String: String]) -> Finding {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let value = names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let encoding = value.lowercased().filter { $0 != "-" }
    guard encoding.hasSuffix("utf8") else {
      let shown = value.isEmpty ? "none is set" : value
      let remedy = "set LANG to a UTF-8 locale, such as C.UTF-8"
      return .warning("locale", "\(shown): letters beyond ASCII may not show", remedy: remedy)
    }
    return .fine("locale", value)
  }
}
