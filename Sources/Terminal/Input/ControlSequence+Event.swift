extension ControlSequence {
  var isPasteStart: Bool {
    marker == nil && final == UInt8(ascii: "~") && number(0) == 200
  }

  /// What the sequence tells; nil when it is nothing that anyone asked for.
  var event: InputEvent? {
    switch marker {
    case UInt8(ascii: "<"): mouse.map(InputEvent.mouse)
    case UInt8(ascii: "?"): .reply(privateReply)
    case nil: plainEvent
    default: .reply(.other)
    }
  }

  private var plainEvent: InputEvent? {
    guard intermediates.isEmpty else { return .reply(.other) }
    switch final {
    case UInt8(ascii: "I") where parameters.isEmpty: return .focus(isGained: true)
    case UInt8(ascii: "O") where parameters.isEmpty: return .focus(isGained: false)
    case UInt8(ascii: "c"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "x"):
      return rxvtShifted.map(InputEvent.key) ?? .reply(.other)
    case UInt8(ascii: "R") where !isModifiedF3: return .reply(cursorPosition)
    default: return key.map(InputEvent.key)
    }
  }

  // MARK: Replies

  private var privateReply: TerminalReply {
    switch final {
    case UInt8(ascii: "c"): .primaryAttributes(parameters.map { $0.first.flatMap { $0 } ?? 0 })
    case UInt8(ascii: "u"): .keyboardFlags(number(0) ?? 0)
    case UInt8(ascii: "y") where intermediates.elementsEqual([UInt8(ascii: "$")]):
      .mode(number(0) ?? 0, status: number(1) ?? 0)
    default: .other
    }
  }

  private var cursorPosition: TerminalReply {
    .cursorPosition(
      ScreenPosition(column: max(number(1) ?? 1, 1) - 1, row: max(number(0) ?? 1, 1) - 1)
    )
  }

  /// xterm sends F3 with modifiers as a cursor report from the first row would look.
  private var isModifiedF3: Bool {
    parameters.isEmpty || number(0) == 1 && 2...16 ~= number(1) ?? 0
  }

  // MARK: Mouse

  /// SGR encoding (xterm's mode 1006): `CSI < button ; column ; row M`, or `m` for a release.
  private var mouse: MouseEvent? {
    guard let code = number(0), let column = number(1), let row = number(2), column > 0, row > 0,
      final == UInt8(ascii: "M") || final == UInt8(ascii: "m")
    else { return nil }
    let position = ScreenPosition(column: column - 1, row: row - 1)
    return MouseEvent(mouseAction(code), at: position, Self.mouseModifiers(code))
  }

  private func mouseAction(_ code: Int) -> MouseEvent.Action {
    let button = code & 0b11
    switch code & 0b1110_0000 {
    case 32: return .move(button == 3 ? nil : Self.button(button))
    case 64: return [.scrollUp, .scrollDown, .scrollLeft, .scrollRight][button]
    case 0: return final == UInt8(ascii: "M") ? .press(Self.button(button)) : released(button)
    default: return final == UInt8(ascii: "M") ? .press(.other(code)) : .release(.other(code))
    }
  }

  private func released(_ button: Int) -> MouseEvent.Action { .release(Self.button(button)) }

  private static func button(_ code: Int) -> MouseEvent.Button {
    [.left, .middle, .right, .other(3)][code & 0b11]
  }

  private static func mouseModifiers(_ code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
