/// What comes from a terminal, decoded.
package enum InputEvent: Sendable, Hashable {
  case key(Key)
  /// Text that was pasted, as one line: line breaks and tabs are spaces, other controls are gone.
  case paste(String)
  case mouse(MouseEvent)
  case focus(isGained: Bool)
  /// The terminal's answer to a question, whoever asked it.
  case reply(TerminalReply)
}

package struct MouseEvent: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    case press(Button)
    case release(Button)
    /// Moved, with a button held down or with none.
    case move(Button?)
    case scrollUp
    case scrollDown
    case scrollLeft
    case scrollRight
  }

  package enum Button: Sendable, Hashable {
    case left
    case middle
    case right
    case other(Int)
  }

  package let action: Action
  package let position: ScreenPosition
  package let modifiers: Key.Modifiers

  package init(_ action: Action, at position: ScreenPosition, _ modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

package enum TerminalReply: Sendable, Hashable {
  /// DA1: what the terminal claims to be.
  case primaryAttributes([Int])
  /// DECRPM: whether a private mode is known and set (1 set, 2 reset, 0 unknown).
  case mode(Int, status: Int)
  case cursorPosition(ScreenPosition)
  /// The flags of the kitty keyboard protocol.
  case keyboardFlags(Int)
  case other
}
