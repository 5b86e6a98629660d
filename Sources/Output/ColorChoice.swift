import Core

/// When text has colors.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether to use colors: decided by the flag, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR=0`,
  /// an empty or `dumb` `TERM`, and finally the terminal.
  ///
  /// `NO_COLOR` counts if it is not empty (no-color.org).
  package func isColored(_ context: Context) -> Bool {
    let environment = context.world.environment
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
    if environment["CLICOLOR"] == "0" { return false }
    if ["", "dumb"].contains(environment["TERM"]) { return false }
    return context.terminal != nil
  }
}
