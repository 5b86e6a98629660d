/// Turns what a terminal sends into events, byte by byte.
///
/// However the bytes are cut into reads, the events are the same; only a lone Escape depends on
/// time, since many sequences begin with it. There is no clock inside: the caller says when bytes
/// came, waits until `deadline`, and calls `expire` when nothing came by then.
///
/// Follows xterm (ctlseqs), the Linux console (console_codes(4)), rxvt and the kitty keyboard
/// protocol. What is not understood is dropped and never becomes text; a control key is never lost.
package struct KeyDecoder: Sendable {
  /// When `expire` has something to decide; nil while nothing is open.
  package private(set) var deadline: ContinuousClock.Instant?

  private let escapeDelay: Duration
  private var state = State.ground
  private var events: [InputEvent] = []
  /// Until then, what looks like the rest of a sequence is one whose Escape came too early.
  private var lateUntil: ContinuousClock.Instant?

  private enum State {
    case ground
    case scalar(PartialScalar, isAlt: Bool)
    case escape(isAlt: Bool)
    case controlSequence(PartialSequence, isAlt: Bool)
    case singleShift([UInt8], isAlt: Bool)
    case linuxFunction
    case oldMouse(remaining: Int)
    case string(introducer: UInt8, isEmpty: Bool)
    case stringEscape
    case paste(PasteBuffer)
  }

  package init(escapeDelay: Duration = .milliseconds(25)) {
    self.escapeDelay = escapeDelay
  }

  /// The events that these bytes complete.
  package mutating func decode(
    _ bytes: some Collection<UInt8>,
    at now: ContinuousClock.Instant
  ) -> [InputEvent] {
    guard !bytes.isEmpty else { return [] }
    joinLateRest(bytes, at: now)
    for byte in bytes { feed(byte) }
    deadline = patience.map { now + $0 }
    return takeEvents()
  }

  /// What is still open is decided, if its time has come: Escape was a key, a sequence was cut off.
  package mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    if case .escape = state { lateUntil = now + escapeDelay * 4 }
    giveUp()
    return takeEvents()
  }

  private mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  /// How long to wait for more in this state; nil for as long as it takes.
  private var patience: Duration? {
    switch state {
    case .ground: nil
    case .escape: escapeDelay
    // Nobody types these: what is cut off here is a reply, whose rest must not become text.
    case .controlSequence(let sequence, _) where !sequence.isEmpty: nil
    case .oldMouse: nil
    case .string(_, isEmpty: false), .stringEscape: .seconds(2)
    // The terminal has lost its end, or its connection.
    case .paste: .seconds(5)
    case .scalar, .controlSequence, .singleShift, .linuxFunction, .string:
      max(.milliseconds(500), escapeDelay * 4)
    }
  }

  private mutating func giveUp() {
    defer { state = .ground }
    switch state {
    case .ground, .oldMouse, .linuxFunction, .stringEscape, .string(_, isEmpty: false): break
    case .scalar(_, let isAlt): emit(.character("\u{FFFD}"), isAlt: isAlt)
    case .escape(let isAlt):
      if isAlt { emit(.escape) }
      emit(.escape)
    case .controlSequence(let sequence, _): if sequence.isEmpty { emit(.alt("[")) }
    case .singleShift: emit(.alt("O"))
    case .string(let introducer, _): emit(.alt(Character(Unicode.Scalar(introducer))))
    case .paste(let paste): events.append(.paste(paste.text))
    }
  }

  /// A sequence whose Escape has been taken for the key goes on here, all of it in one read.
  private mutating func joinLateRest(
    _ bytes: some Collection<UInt8>,
    at now: ContinuousClock.Instant
  ) {
    defer { lateUntil = nil }
    guard let lateUntil, now <= lateUntil, case .ground = state,
      let second = bytes.dropFirst().first
    else { return }
    let isCursorKey = bytes.count == 2 && SingleShift.isCursorOrFunctionKey(second)
    if bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "O") && isCursorKey {
      state = .escape(isAlt: false)
    }
  }

  private mutating func emit(_ code: Key.Code, isAlt: Bool = false) {
    emit(Key(code, isAlt ? .alt : []))
  }

  private mutating func emit(_ key: Key) {
    events.append(.key(key))
  }
}

// MARK: Transitions

extension KeyDecoder {
  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte, isAlt: false)
    case .scalar(let partial, let isAlt): scalar(partial, byte, isAlt: isAlt)
    case .escape(let isAlt): escape(byte, isAlt: isAlt)
    case .controlSequence(let sequence, let isAlt):
      controlSequence(sequence, byte, isAlt: isAlt)
    case .singleShift(let digits, let isAlt): singleShift(digits, byte, isAlt: isAlt)
    case .linuxFunction: linuxFunction(byte)
    case .oldMouse(let remaining): oldMouse(byte, remaining: remaining)
    case .string(let introducer, let isEmpty): string(introducer, byte, isEmpty: isEmpty)
    case .stringEscape: stringEscape(byte)
    case .paste(var paste):
      // Taken out while it grows, so that its bytes are not copied.
      state = .ground
      let isComplete = paste.append(byte)
      if isComplete { events.append(.paste(paste.text)) } else { state = .paste(paste) }
    }
  }

  /// A byte that stands for itself or begins something.
  private mutating func begin(_ byte: UInt8, isAlt: Bool) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape(isAlt: isAlt)
    case 0x20...0x7E: emit(.character(Character(Unicode.Scalar(byte))), isAlt: isAlt)
    case 0x00...0x1F, 0x7F: emit(Key(controlByte: byte, isAlt: isAlt))
    default:
      if let partial = PartialScalar(lead: byte) {
        state = .scalar(partial, isAlt: isAlt)
      } else {
        emit(.character("\u{FFFD}"), isAlt: isAlt)
      }
    }
  }

  private mutating func scalar(_ partial: PartialScalar, _ byte: UInt8, isAlt: Bool) {
    switch partial.adding(byte) {
    case .incomplete(let partial): state = .scalar(partial, isAlt: isAlt)
    case .complete(let scalar):
      state = .ground
      // C1 controls are no text.
      if scalar.value >= 0xA0 { emit(.character(Character(scalar)), isAlt: isAlt) }
    case .invalid:
      emit(.character("\u{FFFD}"), isAlt: isAlt)
      begin(byte, isAlt: false)
    }
  }

  private mutating func escape(_ byte: UInt8, isAlt: Bool) {
    switch byte {
    case 0x1B:
      if isAlt { emit(.escape) }
      state = .escape(isAlt: true)
    case UInt8(ascii: "["): state = .controlSequence(PartialSequence(), isAlt: isAlt)
    case UInt8(ascii: "O"): state = .singleShift([], isAlt: isAlt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      if isAlt { emit(.escape) }
      state = .string(introducer: byte, isEmpty: true)
    default:
      if isAlt { emit(.escape) }
      begin(byte, isAlt: true)
    }
  }

  private mutating func controlSequence(_ sequence: PartialSequence, _ byte: UInt8, isAlt: Bool) {
    if sequence.isEmpty, byte == UInt8(ascii: "[") {
      state = .linuxFunction
      return
    }
    if sequence.isEmpty, byte == UInt8(ascii: "M") {
      state = .oldMouse(remaining: 3)
      return
    }
    switch sequence.adding(byte) {
    case .incomplete(let sequence): state = .controlSequence(sequence, isAlt: isAlt)
    case .complete(let sequence):
      state = .ground
      finish(sequence, isAlt: isAlt)
    case .cancelled: state = .ground
    case .invalid: begin(byte, isAlt: false)
    }
  }

  private mutating func finish(_ sequence: ControlSequence, isAlt: Bool) {
    if sequence.isPasteStart {
      state = .paste(PasteBuffer())
      return
    }
    guard let event = sequence.event else { return }
    if isAlt, case .key(let key) = event {
      emit(Key(key.code, key.modifiers.union(.alt)))
    } else {
      events.append(event)
    }
  }

  private mutating func singleShift(_ digits: [UInt8], _ byte: UInt8, isAlt: Bool) {
    switch byte {
    case 0x30...0x39 where digits.count < 3:
      state = .singleShift(digits + [byte], isAlt: isAlt)
    case 0x40...0x7E:
      state = .ground
      guard let key = SingleShift.key(final: byte, digits: digits) else { return }
      emit(isAlt ? Key(key.code, key.modifiers.union(.alt)) : key)
    default:
      emit(.alt("O"))
      for digit in digits { begin(digit, isAlt: false) }
      begin(byte, isAlt: false)
    }
  }

  /// The Linux console's F1 to F5: `ESC [ [ A` to `E`.
  private mutating func linuxFunction(_ byte: UInt8) {
    guard 0x40...0x7E ~= byte else { return begin(byte, isAlt: false) }
    state = .ground
    if 0x41...0x45 ~= byte { emit(.function(Int(byte) - 0x40)) }
  }

  /// Three bytes that we never asked for: a click in the encoding before SGR's.
  private mutating func oldMouse(_ byte: UInt8, remaining: Int) {
    guard byte >= 0x20 else { return begin(byte, isAlt: false) }
    state = remaining > 1 ? .oldMouse(remaining: remaining - 1) : .ground
  }

  /// OSC, DCS and APC: replies all of them, until ST or BEL.
  private mutating func string(_ introducer: UInt8, _ byte: UInt8, isEmpty: Bool) {
    if isEmpty, !Self.beginsReply(byte, introducer: introducer) {
      emit(.alt(Character(Unicode.Scalar(introducer))))
      return begin(byte, isAlt: false)
    }
    switch byte {
    case 0x07:
      state = .ground
      events.append(.reply(.other))
    case 0x1B: state = .stringEscape
    case 0x18, 0x1A: state = .ground
    case 0x00...0x1F, 0x7F: begin(byte, isAlt: false)
    default: state = .string(introducer: introducer, isEmpty: false)
    }
  }

  /// Tells a reply from Alt with a letter that goes before other keys.
  private static func beginsReply(_ byte: UInt8, introducer: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): 0x30...0x39 ~= byte || byte == 0x6C || byte == 0x4C
    case UInt8(ascii: "P"): 0x21...0x3F ~= byte
    default: byte == UInt8(ascii: "G")
    }
  }

  private mutating func stringEscape(_ byte: UInt8) {
    state = .ground
    if byte == UInt8(ascii: "\\") {
      events.append(.reply(.other))
    } else {
      escape(byte, isAlt: false)
    }
  }
}
