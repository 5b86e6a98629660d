/// A mode of the terminal that a session may switch on, with the bytes for both directions.
///
/// This is the only table of them. Modes are switched on in this order and off in the reverse one.
/// Sources: xterm's ctlseqs, and https://sw.kovidgoyal.net/kitty/keyboard-protocol/.
package enum TerminalMode: CaseIterable, Sendable {
  /// The window's title is saved on xterm's stack and restored.
  case title
  case alternateScreen
  /// The terminal cuts lines that are too long instead of wrapping them.
  case noWrap
  case bracketedPaste
  /// Clicks and the wheel (1000), in SGR's encoding (1006).
  case mouse
  /// Keys that are otherwise ambiguous, and their shifted characters (flags 1 and 4). The stack of flags
  /// belongs to the screen, so this comes after `alternateScreen`.
  case keyboardProtocol
  case hiddenCursor

  var bytes: (on: String, off: String) {
    switch self {
    case .title: ("\u{1B}[22;2t", "\u{1B}[23;2t")
    case .alternateScreen: ("\u{1B}[?1049h", "\u{1B}[?1049l")
    case .noWrap: ("\u{1B}[?7l", "\u{1B}[?7h")
    case .bracketedPaste: ("\u{1B}[?2004h", "\u{1B}[?2004l")
    case .mouse: ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l")
    case .keyboardProtocol: ("\u{1B}[>5u", "\u{1B}[<u")
    case .hiddenCursor: ("\u{1B}[?25l", "\u{1B}[?25h")
    }
  }

  /// Whether `on` pushes onto a stack, so that sending it twice is not the same as once.
  var isStacked: Bool { self == .title || self == .keyboardProtocol }
}

package typealias TerminalModes = Set<TerminalMode>

extension TerminalModes {
  private var inOrder: [TerminalMode] { TerminalMode.allCases.filter(contains) }

  var on: [UInt8] { inOrder.flatMap(\.bytes.on.utf8) }
  var off: [UInt8] { inOrder.reversed().flatMap(\.bytes.off.utf8) }

  /// The modes that may be switched on again when it is not known whether they still are.
  var repeatable: Self { filter { !$0.isStacked } }

  /// The modes of a full-screen program on such a terminal.
  package static func fullScreen(
    _ capabilities: TerminalCapabilities,
    hasMouse: Bool = false
  ) -> Self {
    var modes: Self = [.alternateScreen, .noWrap, .bracketedPaste, .hiddenCursor]
    if capabilities.followsXterm { modes.insert(.title) }
    if capabilities.followsXterm, hasMouse { modes.insert(.mouse) }
    if capabilities.hasKeyboardProtocol { modes.insert(.keyboardProtocol) }
    return modes
  }
}
