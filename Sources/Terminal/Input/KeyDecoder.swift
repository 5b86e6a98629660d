/// Decodes a terminal's bytes into events.
///
/// Events do not depend on how reads split the bytes; only a lone Escape depends on time, since
/// many sequences begin with it. The decoder has no clock: the caller passes the arrival time,
/// waits until `deadline`, and calls `expire` if nothing has arrived by then.
///
/// Follows xterm (ctlseqs), the Linux console (console_codes(4)) and the kitty keyboard protocol. An unknown sequence
/// is dropped and never becomes text; a control key is never lost.
package struct KeyDecoder: Sendable {
  /// The time to call `expire`; nil if no input is incomplete.
  package private(set) var deadline: ContinuousClock.Instant?

  private let escapeDelay: Duration
  /// The beginning of an incomplete event.
  private var buffer: [UInt8] = []
  /// The paste without its end mark so far.
  private var paste: Paste?
  /// Until then, the tail of a sequence belongs to an Escape already delivered.
  private var lateUntil: ContinuousClock.Instant?

  package init(escapeDelay: Duration = .milliseconds(25)) {
    self.escapeDelay = escapeDelay
  }

  /// Returns the events that these bytes complete.
  package mutating func decode(
    _ bytes: some Collection<UInt8>,
    at now: ContinuousClock.Instant
  ) -> [InputEvent] {
    guard !bytes.isEmpty else { return [] }
    var events: [InputEvent] = []
    let isLateRest = InputParser.isRestOfSequence(bytes)
    if InputParser.isEscapes(buffer), let deadline, now >= deadline, !isLateRest {
      // The deadline passed before the caller checked: Escape was a key, and these bytes follow it.
      events += flush()
    }
    if let lateUntil, now <= lateUntil, buffer.isEmpty, isLateRest { buffer = [0x1B] }
    lateUntil = nil
    // ^C alone ends a paste whose end mark is missing.
    if paste?.hasStalled == true, bytes.elementsEqual([0x03]) { events += endPaste() }
    buffer += bytes
    events += takeEvents()
    deadline = timeout.map { now + $0 }
    return events
  }

  /// Decodes incomplete input whose time has passed: Escape was a key, or a sequence was truncated.
  package mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    if InputParser.isEscapes(buffer) { lateUntil = now + escapeDelay * 4 }
    guard let text = paste?.takeStalled() else { return flush() }
    // The rest may still arrive, and is not typed text.
    return text.isEmpty ? [] : [.paste(text)]
  }

  private mutating func flush() -> [InputEvent] {
    defer { buffer = [] }
    return InputParser.keys(ofUnfinished: buffer[...]).map(InputEvent.key)
  }

  private mutating func takeEvents() -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = buffer[...]
    while !rest.isEmpty {
      if paste != nil {
        guard paste?.take(&rest) == true else { break }
        events += endPaste()
      } else if rest.starts(with: Paste.start) {
        rest = rest.dropFirst(Paste.start.count)
        paste = Paste()
      } else if let (event, count) = InputParser.first(in: rest) {
        rest = rest.dropFirst(count)
        if let event { events.append(event) }
      } else {
        break
      }
    }
    buffer = InputParser.shortened(rest)
    return events
  }

  private mutating func endPaste() -> [InputEvent] {
    defer { paste = nil }
    guard let paste, !(paste.hasStalled && paste.isEmpty) else { return [] }
    return [.paste(paste.text)]
  }

  /// How long to wait for more; nil for no limit.
  private var timeout: Duration? {
    if let paste {
      // The connection has stalled, or the end mark was lost.
      return paste.hasStalled ? paste.isEmpty ? nil : .milliseconds(500) : .seconds(5)
    }
    return InputParser.isEscapes(buffer)
      ? escapeDelay : InputParser.timeout(buffer, atLeast: escapeDelay * 4)
  }
}

/// The uninterpreted text of a bracketed paste.
private struct Paste {
  static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The maximum number of bytes; the rest of a longer paste is dropped.
  private static let maxBytes = 1 << 16

  private var bytes: [UInt8] = []
  private var takenCount = 0
  /// Whether text was delivered before the end mark.
  private(set) var hasStalled = false

  var isEmpty: Bool { bytes.isEmpty }

  /// Takes bytes up to the end mark, or a possible start of one; returns true once it is complete.
  mutating func take(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if let mark = rest.firstRange(of: Self.end) {
      keep(rest[..<mark.lowerBound])
      rest = rest[mark.upperBound...]
      return true
    }
    let count =
      (1..<Self.end.count).last { rest.suffix($0).elementsEqual(Self.end.prefix($0)) } ?? 0
    keep(rest.dropLast(count))
    rest = rest.suffix(count)
    return false
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    bytes += more.prefix(Self.maxBytes - takenCount - bytes.count)
  }

  /// Removes and returns the text so far, without an incomplete scalar.
  mutating func takeStalled() -> String {
    hasStalled = true
    let tail = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
    let isComplete =
      InputParser.scalarLength(bytes[tail...]).map { $0 <= bytes.count - tail } ?? true
    var taken = self
    taken.bytes = isComplete ? bytes : Array(bytes[..<tail])
    bytes.removeFirst(taken.bytes.count)
    takenCount += taken.bytes.count
    return taken.text
  }

  /// The text as one line: line breaks and tabs become spaces, and other controls are removed.
  var text: String {
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
