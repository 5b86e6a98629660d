/// A terminal's abilities according to its environment, without a database or queries.
package struct TerminalCapabilities: Sendable, Hashable {
  /// False for terminals that cannot be drawn on, such as `TERM=dumb`.
  package var isUsable: Bool
  package var colors: ColorDepth
  package var hasHyperlinks: Bool
  /// Whether the terminal is known to support the kitty keyboard protocol.
  package var hasKeyboardProtocol: Bool
  /// Whether it supports xterm's titles, mouse and focus; the Linux console prints some of them as
  /// text.
  package var followsXterm: Bool
  /// The picture protocol; nil if none is known.
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
    let isModern = [name, environment["TERM_PROGRAM"] ?? ""].contains(where: Self.modern.contains)
    // A multiplexer is itself a terminal; the other variables describe the outer one.
    let isMultiplexer = environment["TMUX"] != nil || environment["STY"] != nil
    self.init(
      isUsable: !["", "dumb", "unknown"].contains(name),
      colors: Self.colors(environment),
      hasHyperlinks: isModern || Self.hidesLinks(environment),
      hasKeyboardProtocol: isModern && !isMultiplexer,
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

  /// The terminals with kitty's keyboard protocol and links, by `TERM` or `TERM_PROGRAM`.
  private static let modern: Set<String> = [
    "xterm-kitty", "foot", "xterm-ghostty", "alacritty", "WezTerm", "ghostty",
  ]

  /// Whether another terminal is known to hide a link's escape sequence.
  private static func hidesLinks(_ environment: [String: String]) -> Bool {
    ["iTerm.app", "vscode"].contains(environment["TERM_PROGRAM"] ?? "")
      || environment["WT_SESSION"] != nil || environment["KONSOLE_VERSION"] != nil
      || (environment["VTE_VERSION"].flatMap { Int($0) } ?? 0) >= 5000
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
