/// The abilities of a terminal by its environment, without a database or queries.
package struct TerminalCapabilities: Sendable, Hashable {
  /// False for terminals that cannot be drawn on, such as `TERM=dumb`.
  package var isUsable: Bool
  package var colors: ColorDepth
  package var hasHyperlinks: Bool
  /// Whether the kitty keyboard protocol is known to be understood.
  package var hasKeyboardProtocol: Bool
  /// Whether it follows xterm in titles, mouse and focus; the Linux console shows some of it as text.
  package var followsXterm: Bool
  /// How it accepts pictures; nil if it does not, as far as is known.
  package var pictures: PictureProtocol?
  /// How long Escape waits for the rest of a sequence.
  package var escapeDelay: Duration

  package init(
    isUsable: Bool = true,
    colors: ColorDepth = .palette,
    hasHyperlinks: Bool = false,
    hasKeyboardProtocol: Bool = false,
    followsXterm: Bool = true,
    pictures: PictureProtocol? = nil,
    escapeDelay: Duration = .milliseconds(25)
  ) {
    (self.isUsable, self.colors, self.hasHyperlinks) = (isUsable, colors, hasHyperlinks)
    (self.hasKeyboardProtocol, self.followsXterm) = (hasKeyboardProtocol, followsXterm)
    (self.pictures, self.escapeDelay) = (pictures, escapeDelay)
  }

  package init(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    self.init(
      isUsable: !["", "dumb", "unknown"].contains(name),
      colors: Self.colors(environment),
      hasHyperlinks: Hyperlink.isSupported(environment: environment),
      hasKeyboardProtocol: Self.hasKeyboardProtocol(environment),
      followsXterm: name != "linux",
      pictures: PictureProtocol(environment: environment),
      escapeDelay: Self.escapeDelay(environment)
    )
  }

  private static func colors(_ environment: [String: String]) -> ColorDepth {
    if environment["NO_COLOR"].map({ !$0.isEmpty }) == true { return .none }
    let isTrue = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    return isTrue ? .trueColor : .palette
  }

  private static func hasKeyboardProtocol(_ environment: [String: String]) -> Bool {
    // A multiplexer is itself a terminal, and names the outer one in the other variables.
    if environment["TMUX"] != nil || environment["STY"] != nil { return false }
    let terminals = ["xterm-kitty", "foot", "xterm-ghostty", "alacritty"]
    let programs = ["WezTerm", "ghostty"]
    return terminals.contains(environment["TERM"] ?? "")
      || programs.contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// `ESCDELAY` in milliseconds, as ncurses reads it; otherwise longer for a remote terminal.
  private static func escapeDelay(_ environment: [String: String]) -> Duration {
    if let text = environment["ESCDELAY"], let delay = Int(text), delay > 0 {
      return .milliseconds(min(delay, 10_000))
    }
    let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
    return .milliseconds(isRemote ? 100 : 25)
  }
}
