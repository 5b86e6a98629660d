/// How a terminal takes pictures.
package enum PictureProtocol: Sendable, Hashable, CaseIterable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/: a layer above the cells; PNG alone.
  case kitty
  /// https://iterm2.com/documentation-images.html: what cells show, until they are written again.
  case iTerm2

  package func takes(_ format: Picture.Format) -> Bool {
    switch self {
    case .kitty: format == .png
    case .iTerm2: true
    }
  }

  /// Whether a picture may be drawn there: as a whole, and so that nothing scrolls.
  ///
  /// Behind one of iTerm2's the cursor goes to the next row.
  func fits(_ placement: PicturePlacement, in size: ScreenSize) -> Bool {
    let region = placement.region
    let (columns, rows) = region.clipped(to: size)
    return takes(placement.picture.format) && !columns.isEmpty && !rows.isEmpty
      && columns.count == region.columns && rows.count == region.rows
      && (self != .iTerm2 || rows.upperBound < size.rows)
  }
}

// MARK: - By the environment

extension PictureProtocol {
  /// By what the terminal says of itself in the environment: no question is sent, whose answer could
  /// be taken for typing.
  ///
  /// Nil where that is not known, where `NO_COLOR` asks for plain text, and in a multiplexer, which
  /// knows nothing of pictures on a screen that it moves about.
  package init?(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    guard !environment.hasAny(of: Self.hiding), !Self.isPlain(terminal),
      let known = Self.named(terminal, program: environment["TERM_PROGRAM"] ?? "")
        ?? Self.hinted(terminal, environment)
    else { return nil }
    self = known
  }

  private static let hiding = ["NO_COLOR", "TMUX", "STY", "ZELLIJ"]

  private static func isPlain(_ terminal: String) -> Bool {
    ["", "dumb", "unknown", "linux"].contains(terminal) || terminal.hasPrefix("tmux")
      || terminal.hasPrefix("screen")
  }

  /// By its own name.
  private static func named(_ terminal: String, program: String) -> Self? {
    if ["xterm-kitty", "xterm-ghostty"].contains(terminal) { return .kitty }
    switch program {
    case "iTerm.app", "WezTerm", "mintty": return .iTerm2
    case "ghostty": return .kitty
    default: return nil
    }
  }

  /// By variables that programs inside of it inherit, another terminal among them: that one mostly
  /// says what it is.
  private static func hinted(_ terminal: String, _ environment: [String: String]) -> Self? {
    guard terminal.hasPrefix("xterm"),
      !environment.hasAny(of: ["TERM_PROGRAM", "VTE_VERSION", "XTERM_VERSION", "WT_SESSION"])
    else { return nil }
    if environment["LC_TERMINAL"] == "iTerm2" { return .iTerm2 }
    // Konsole shows pictures since 22.04, which it writes as 220400.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    let isKitty = environment.hasAny(of: ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"])
    return isKitty || konsole >= 220_400 ? .kitty : nil
  }
}

extension [String: String] {
  /// Whether one of these variables is set to something.
  fileprivate func hasAny(of names: [String]) -> Bool {
    names.contains { self[$0].map { !$0.isEmpty } ?? false }
  }
}
