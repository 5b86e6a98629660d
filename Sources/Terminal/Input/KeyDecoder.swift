/// Turns the bytes from a terminal into events, one by one.
///
/// The events do not depend on how reads split the bytes; only a lone Escape depends on time, since many
/// sequences begin with it. There is no clock inside: the caller says when bytes came, waits until
/// `deadline`, and calls `expire` if nothing has arrived by then.
///
/// Follows xterm (ctlseqs), the Linux console (console_codes(4)), rxvt and the kitty keyboard protocol. An
/// unknown sequence is dropped and never becomes text; a control key is never lost.
package struct KeyDecoder: Sendable {
  /// When `expire` has something to decide; nil while nothing is open.
  package private(set) var deadline: ContinuousClock.Instant?

  private let escapeDelay: Duration
  private var state = State.ground
  private var events: [InputEvent] = []
  /// Until then, bytes that look like the rest of a sequence belong to one whose Escape came too early.
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
    if case .escape = state, let deadline, now >= deadline, !beginsLateRest(bytes) {
      // The caller could not look in between: Escape was a key, and this is the next one.
      giveUp()
    }
    if isStalledPaste, bytes.count == 1, bytes.first == 0x03 { giveUp() }
    joinLateRest(bytes, at: now)
    for byte in bytes { feed(byte) }
    deadline = timeout.map { now + $0 }
    return takeEvents()
  }

  /// Decides open input whose time has come: Escape was a key, a sequence was cut off.
  package mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    if case .escape = state { lateUntil = now + escapeDelay * 4 }
    if case .paste(var paste) = state {
      // The rest is still to come, and is not typed.
      deliver(paste.takeText())
      state = .paste(paste)
    } else {
      giveUp()
    }
    return takeEvents()
  }

  private mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  /// How long to wait for more in this state; nil for as long as it takes.
  private var timeout: Duration? {
    switch state {
    case .ground: nil
    case .escape: escapeDelay
    // Nobody types these: one that is cut off here is a reply, and its rest must not become text.
    case .controlSequence(let sequence, _) where !sequence.isEmpty: nil
    case .oldMouse: nil
    case .string(_, isEmpty: false), .stringEscape: .seconds(2)
    // The connection stalls, or the terminal has lost the end mark.
    case .paste(let paste):
      paste.hasStalled ? paste.isEmpty ? nil : .milliseconds(500) : .seconds(5)
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
    case .paste(var paste): deliver(paste.takeText(isEnd: true))
    }
  }

  private mutating func deliver(_ text: String) {
    if !text.isEmpty { events.append(.paste(text)) }
  }

  /// ^C alone leaves a paste whose end mark does not come.
  private var isStalledPaste: Bool {
    if case .paste(let paste) = state { paste.hasStalled } else { false }
  }

  /// A sequence whose Escape has been taken for the key continues here, all of it in one read.
  private mutating func joinLateRest(
    _ bytes: some Collection<UInt8>,
    at now: ContinuousClock.Instant
  ) {
    defer { lateUntil = nil }
    guard let lateUntil, now <= lateUntil, case .ground = state else { return }
    if beginsLateRest(bytes) { state = .escape(isAlt: false) }
  }

  /// Whether all of these bytes look like the rest of a sequence whose Escape came before.
  private func beginsLateRest(_ bytes: some Collection<UInt8>) -> Bool {
    guard let second = bytes.dropFirst().first else { return false }
    let isCursorKey = bytes.count == 2 && SingleShift.isCursorOrFunctionKey(second)
    return bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "O") && isCursorKey
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
      if isComplete { finish(paste) } else { state = .paste(paste) }
    }
  }

  /// A byte that is a key by itself or begins a sequence.
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
      // C1 controls are not text.
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

  private mutating func finish(_ paste: PasteBuffer) {
    var paste = paste
    if paste.hasStalled {
      deliver(paste.takeText(isEnd: true))
    } else {
      events.append(.paste(paste.takeText(isEnd: true)))
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

  /// OSC, DCS and APC: all of them are replies, up to ST or BEL.
  private mutating func string(_ introducer: UInt8, _ byte: UInt8, isEmpty: Bool) {
    if isEmpty, !Self.beginsReply(byte, introducer: introducer) {
      emit(.alt(Character(Unicode.Scalar(introducer))))
      return begin(byte, isAlt: false)
    }
    switch byte {
    case 0x07, 0x18, 0x1A: state = .ground
    case 0x1B: state = .stringEscape
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
    if byte != UInt8(ascii: "\\") { escape(byte, isAlt: false) }
  }
}

/// The text between the marks of a bracketed paste, uninterpreted.
struct PasteBuffer {
  /// Bytes; the rest of a longer paste is left out.
  private static let maxBytes = 1 << 16
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var takenCount = 0
  /// How much of the end mark has just been seen.
  private var matched = 0
  /// True once text was taken although the end mark had not come.
  private(set) var hasStalled = false

  var isEmpty: Bool { bytes.isEmpty }

  /// True when the byte completes the end mark.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    keep(Self.end.prefix(matched))
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep([byte]) }
    return false
  }

  private mutating func keep(_ more: some Collection<UInt8>) {
    if takenCount + bytes.count + more.count <= Self.maxBytes { bytes += more }
  }

  /// Takes out the text, without a scalar that is not complete unless it is the end.
  mutating func takeText(isEnd: Bool = false) -> String {
    hasStalled = true
    let rest = isEnd ? [] : Array(bytes.suffix(incompleteCount))
    takenCount += bytes.count - rest.count
    defer { bytes = rest }
    return Self.line(bytes.dropLast(rest.count))
  }

  /// How many bytes at the end begin a scalar and do not complete it.
  private var incompleteCount: Int {
    for (count, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return count + 1 < length ? count + 1 : 0
    }
    return 0
  }

  /// One line: a line break of any kind and a tab are a space, other controls are left out.
  private static func line(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { previous = scalar }
      switch scalar.properties.generalCategory {
      case .control where ["\n", "\r", "\t", "\u{85}"].contains(scalar):
        if !(scalar == "\n" && previous == "\r") { text.append(" ") }
      case .lineSeparator, .paragraphSeparator: text.append(" ")
      case .control: break
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}

/// The beginning of a scalar in UTF-8 (Unicode 15, table 3-7), without its rest.
struct PartialScalar {
  enum Step {
    case incomplete(PartialScalar)
    case complete(Unicode.Scalar)
    /// The byte does not belong to the scalar and must be read again.
    case invalid
  }

  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Nil for a byte that does not begin a multi-byte scalar.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
  }

  func adding(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    next.allowed = 0x80...0xBF
    if next.missing > 0 { return .incomplete(next) }
    return Unicode.Scalar(next.value).map(Step.complete) ?? .invalid
  }
}
