/// A terminal mode, with the bytes that enable and disable it.
///
/// This is the only table of modes. They are enabled in this order and disabled in reverse.
/// Sources: xterm's ctlseqs, and https://sw.kovidgoyal.net/kitty/keyboard-protocol/.
package enum TerminalMode: CaseIterable, Sendable {
  /// Saves and restores the window's title on xterm's stack.
  case title
  case alternateScreen
  /// The terminal truncates long lines instead of wrapping them.
  case noWrap
  case bracketedPaste
  /// Clicks and the wheel (1000), in SGR's encoding (1006).
  case mouse
  /// Unambiguous keys, and their shifted characters (flags 1 and 4). The stack of flags belongs to
  /// the screen, so this follows `alternateScreen`.
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

  /// Whether `on` pushes onto a stack, so that it must not be sent twice.
  var isStacked: Bool { self == .title || self == .keyboardProtocol }
}

package typealias TerminalModes = Set<TerminalMode>

extension TerminalModes {
  private var inOrder: [TerminalMode] { TerminalMode.allCases.filter(contains) }

  var on: [UInt8] { inOrder.flatMap(\.bytes.on.utf8) }
  var off: [UInt8] { inOrder.reversed().flatMap(\.bytes.off.utf8) }

  /// The modes that can be enabled again in an unknown state.
  var repeatable: Self { filter { !$0.isStacked } }

  /// The modes of a full-screen program on this terminal.
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
