/// A key with what was held down beside it.
///
/// One key has one value however a terminal sends it: Shift is in the letter, not beside it, unless
/// Control is held too, and Control comes with the small letter.
package struct Key: Sendable, Hashable {
  package enum Code: Sendable, Hashable {
    /// One Unicode scalar; a letter with marks may come as several keys.
    case character(Character)
    case enter
    case tab
    case backspace
    case delete
    case insert
    case escape
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    // The bits of xterm and of the kitty keyboard protocol, from which 1 has been taken.
    package static let shift = Self(rawValue: 1 << 0)
    package static let alt = Self(rawValue: 1 << 1)
    package static let control = Self(rawValue: 1 << 2)
    package static let command = Self(rawValue: 1 << 3)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> Self { Self(.character(character)) }
  package static func control(_ character: Character) -> Self {
    Self(.character(character), .control)
  }
  package static func alt(_ character: Character) -> Self { Self(.character(character), .alt) }

  /// The text that the key types; nil for keys that act.
  package var text: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}
