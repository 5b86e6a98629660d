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
  /// Why there are no pictures.
  package enum Absence: Error, Sendable, Hashable {
    /// `NO_COLOR` asks for plain text.
    case unwanted
    /// It knows nothing of pictures on a screen that it moves about; the variable that tells of it.
    case multiplexer(String)
    /// No terminal that is known to take any.
    case unknown
  }

  /// Nil where ``detected(in:)`` says why.
  package init?(environment: [String: String]) {
    guard let known = try? Self.detected(in: environment) else { return nil }
    self = known
  }

  /// By what the terminal says of itself in the environment: no question is sent, whose answer could
  /// be taken for typing.
  package static func detected(in environment: [String: String]) throws(Absence) -> Self {
    let terminal = environment["TERM"] ?? ""
    if environment.isSet("NO_COLOR") { throw .unwanted }
    if let name = multiplexers.first(where: environment.isSet) { throw .multiplexer(name) }
    if terminal.hasPrefix("tmux") || terminal.hasPrefix("screen") { throw .multiplexer("TERM") }
    guard !["", "dumb", "unknown", "linux"].contains(terminal),
      let known = named(terminal, program: environment["TERM_PROGRAM"] ?? "")
        ?? hinted(terminal, environment)
    else { throw .unknown }
    return known
  }

  private static let multiplexers = ["TMUX", "STY", "ZELLIJ"]

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
      !["TERM_PROGRAM", "VTE_VERSION", "XTERM_VERSION", "WT_SESSION"].contains(
        where: environment.isSet
      )
    else { return nil }
    if environment["LC_TERMINAL"] == "iTerm2" { return .iTerm2 }
    // Konsole shows pictures since 22.04, which it writes as 220400.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    let isKitty = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains(where: environment.isSet)
    return isKitty || konsole >= 220_400 ? .kitty : nil
  }
}

extension [String: String] {
  /// Whether the variable is set to something.
  fileprivate func isSet(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}
