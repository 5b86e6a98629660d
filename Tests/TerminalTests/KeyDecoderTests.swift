import TestSupport
import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
  private static let start = ContinuousClock.now

  /// The meaning of each sequence, on any terminal.
  static let keys: [(String, Key)] = [
    // Legacy bytes.
    ("a", .character("a")), ("A", .character("A")), ("é", .character("é")), ("日", .character("日")),
    ("😀", .character("😀")), (" ", .character(" ")), ("\r", Key(.enter)), ("\t", Key(.tab)),
    ("\u{7F}", Key(.backspace)), ("\u{8}", Key(.backspace)), ("\n", .control("j")),
    ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\0", .control(" ")),
    ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")),
    // Meta as Escape before the key.
    ("\u{1B}b", .alt("b")), ("\u{1B}<", .alt("<")), ("\u{1B}>", .alt(">")), ("\u{1B}é", .alt("é")),
    ("\u{1B}\u{7F}", Key(.backspace, .alt)), ("\u{1B}\r", Key(.enter, .alt)),
    ("\u{1B}\u{1}", Key(.character("a"), [.control, .alt])),
    ("\u{1B}X", .alt("X")), ("\u{1B}^", .alt("^")),
    // VT100, xterm, the Linux console, tmux.
    ("\u{1B}[A", Key(.up)), ("\u{1B}[B", Key(.down)), ("\u{1B}[C", Key(.right)),
    ("\u{1B}[D", Key(.left)), ("\u{1B}[H", Key(.home)), ("\u{1B}[F", Key(.end)),
    ("\u{1B}OA", Key(.up)), ("\u{1B}OD", Key(.left)), ("\u{1B}OH", Key(.home)),
    ("\u{1B}OF", Key(.end)), ("\u{1B}OP", Key(.function(1))), ("\u{1B}OS", Key(.function(4))),
    ("\u{1B}[1~", Key(.home)), ("\u{1B}[2~", Key(.insert)), ("\u{1B}[3~", Key(.delete)),
    ("\u{1B}[4~", Key(.end)), ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6~", Key(.pageDown)),
    ("\u{1B}[11~", Key(.function(1))),
    ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[17~", Key(.function(6))),
    ("\u{1B}[21~", Key(.function(10))), ("\u{1B}[24~", Key(.function(12))),
    ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))),
    ("\u{1B}[Z", Key(.tab, .shift)), ("\u{1B}[1;5A", Key(.up, .control)),
    ("\u{1B}[1;2B", Key(.down, .shift)), ("\u{1B}[1;3C", Key(.right, .alt)),
    ("\u{1B}[1;6D", Key(.left, [.shift, .control])), ("\u{1B}[3;5~", Key(.delete, .control)),
    ("\u{1B}[1;5P", Key(.function(1), .control)), ("\u{1B}[1;2R", Key(.function(3), .shift)),
    ("\u{1B}OM", Key(.enter)),
    ("\u{1B}Oj", .character("*")), ("\u{1B}Op", .character("0")),
    // Alt as Escape before a sequence.
    ("\u{1B}\u{1B}[A", Key(.up, .alt)), ("\u{1B}\u{1B}OA", Key(.up, .alt)),
    // modifyOtherKeys.
    ("\u{1B}[27;5;105~", Key(.tab)), ("\u{1B}[27;3;60~", .alt("<")),
    ("\u{1B}[27;4;60~", .alt("<")), ("\u{1B}[27;5;9~", Key(.tab, .control)),
    ("\u{1B}[27;6;65~", Key(.character("a"), [.shift, .control])),
    // The kitty keyboard protocol.
    ("\u{1B}[27u", Key(.escape)), ("\u{1B}[97;5u", .control("a")),
    ("\u{1B}[13;3u", Key(.enter, .alt)),
    ("\u{1B}[44:60;4u", .alt("<")), ("\u{1B}[111;3u", .alt("o")), ("\u{1B}[111:79;4u", .alt("O")),
    ("\u{1B}[111;4u", .alt("O")), ("\u{1B}[9;5u", Key(.tab, .control)),
    ("\u{1B}[127;5u", Key(.backspace, .control)), ("\u{1B}[32;5u", .control(" ")),
    ("\u{1B}[97;133u", .control("a")), ("\u{1B}[57417u", Key(.left)),
    ("\u{1B}[57400u", .character("1")), ("\u{1B}[57376u", Key(.function(13))),
    ("\u{1B}[1;1:1A", Key(.up)), ("\u{1B}[97:65;6u", Key(.character("a"), [.shift, .control])),
    ("\u{1B}[97;33u", .alt("a")),
  ]

  /// A letter on a keyboard, and the key at the same position on a US keyboard.
  static let layouts: [(name: String, letters: [(Character, Character)])] = [
    ("Russian", [("с", "c"), ("ы", "s"), ("я", "z"), ("ф", "a"), ("г", "u"), ("в", "d")]),
    ("Ukrainian", [("і", "s"), ("ї", "]"), ("с", "c")]), ("Bulgarian", [("ъ", "c"), ("ж", "v")]),
    ("Greek", [("ψ", "c"), ("σ", "s"), ("ζ", "z"), ("λ", "l")]),
    ("Hebrew", [("ב", "c"), ("ד", "s"), ("ז", "z"), ("ת", ",")]),
    ("Arabic", [("ؤ", "c"), ("س", "s"), ("ئ", "z"), ("ش", "a")]),
    ("Persian", [("ز", "c"), ("س", "s"), ("ظ", "z")]),
    ("Armenian", [("ց", "c"), ("ս", "s")]), ("Georgian", [("ც", "c"), ("ს", "s")]),
    ("Thai", [("แ", "c"), ("ห", "s"), ("ผ", "z")]), ("Hindi", [("म", "c"), ("े", "s")]),
    ("Korean", [("ㅊ", "c"), ("ㄴ", "s")]), ("Japanese", [("そ", "c"), ("と", "s")]),
  ]

  static let layoutKeys: [(String, Key)] =
    layouts.flatMap { layout in
      layout.letters.flatMap { letter, base -> [(String, Key)] in
        let code = letter.unicodeScalars.first?.value ?? 0
        let place = base.unicodeScalars.first?.value ?? 0
        func sent(_ modifiers: Int) -> String { "\u{1B}[\(code)::\(place);\(modifiers)u" }
        return [
          (sent(5), .control(base)), (sent(3), .alt(base)), (sent(133), .control(base)),
          (sent(7), Key(.character(base), [.alt, .control])),
          // Typed text stays unchanged.
          (sent(1), .character(letter)), ("\u{1B}[\(code)::\(place)u", .character(letter)),
        ]
      }
    } + [
      // Shift applies to the key at the position of a letter or another character.
      ("\u{1B}[1089:1057:99;6u", Key(.character("c"), [.shift, .control])),
      ("\u{1B}[1089:1057:99;4u", .alt("C")), ("\u{1B}[1073:1041:44;4u", .alt("<")),
      ("\u{1B}[1102:1070:46;4u", .alt(">")), ("\u{1B}[1089:1057:99;2u", .character("С")),
      // Without a valid position, the key is the one reported by the terminal.
      ("\u{1B}[1089;5u", .control("с")), ("\u{1B}[1089::27;5u", .control("с")),
      ("\u{1B}[1089::1090;5u", .control("с")),
      // Keyboards with a Latin alphabet use the keys of their own letters.
      ("\u{1B}[252::91;3u", .alt("ü")), ("\u{1B}[97::113;5u", .control("a")),
      ("\u{1B}[233::50;3u", .alt("é")),
    ]

  static let others: [(String, [InputEvent])] = [
    // Replies and focus reports, which are unsolicited.
    ("\u{1B}[I", []), ("\u{1B}[O", []), ("\u{1B}[?62;22c", []), ("\u{1B}[>41;354;0c", []),
    ("\u{1B}[?2026;2$y", []), ("\u{1B}[4;1$y", []), ("\u{1B}[12;40R", []), ("\u{1B}[?5u", []),
    ("\u{1B}[0n", []), ("\u{1B}[8;24;80t", []), ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}", []), ("\u{1B}P>|XTerm(379)\u{1B}\\", []),
    ("\u{1B}P1+r544e\u{1B}\\", []), ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ("\u{1B}[97;1:3u", []), ("\u{1B}[57441u", []), ("\u{1B}[1;1:3A", []), ("\u{1B}[999;7;8z", []),
    ("\u{1B}[99999999999999999999~", []), ("\u{1B}[55555555555555555555;9999999999u", []),
    ("\u{1B}[32;5;5M", []), ("\u{1B}[0;0;0~", []),
    ("\u{1B}[<0;5;3M", [.mouse(MouseEvent(.press, at: ScreenPosition(column: 4, row: 2)))]),
    ("\u{1B}[<0;5;3m", []), ("\u{1B}[<2;5;3M", []), ("\u{1B}[<2;5;3m", []), ("\u{1B}[<66;5;3M", []),
    ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.scrollDown, at: ScreenPosition(column: 0, row: 0)))]),
    ("\u{1B}[<80;1;1M", [.mouse(MouseEvent(.scrollUp, at: ScreenPosition(column: 0, row: 0)))]),
    ("\u{1B}[<35;9;9M", []), ("\u{1B}[<32;9;9M", []), ("\u{1B}[<128;9;9M", []),
    ("\u{1B}[<0;0;0M", []), ("\u{1B}[<M", []), ("\u{1B}[<1;2;3~", []),
    ("\u{1B}[200~one\ttwo\r\nthree\u{1B}[201~", [.paste("one two three")]),
    ("\u{1B}[200~\u{1B}[A\u{3}\u{1B}[200~\u{1B}[20x\u{1B}\u{1B}[201~", [.paste("[A[200~[20x")]),
    ("\u{1B}[200~日本\u{1B}[201~", [.paste("日本")]), ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[201~", []),
  ]

  static let sequences: [(String, [InputEvent])] =
    (keys + layoutKeys).map { ($0, [.key($1)]) } + others

  private func events(_ parts: [[UInt8]], gap: Duration = .zero) -> [InputEvent] {
    var decoder = KeyDecoder()
    var now = Self.start
    var events: [InputEvent] = []
    for part in parts where !part.isEmpty {
      events += decoder.expire(at: now)
      events += decoder.decode(part, at: now)
      now += gap
    }
    return events
  }

  /// Keys that share one byte in a terminal without a newer protocol, and their code points in the
  /// newer ones.
  static let bytes: [(UInt8, [String])] =
    (1...26).map { ($0, ["\($0 + 96)"]) } + [
      (0x00, ["32", "50:64"]), (0x1B, ["91"]), (0x1C, ["92"]), (0x1D, ["93"]), (0x1E, ["54:94"]),
      (0x1F, ["45:95", "47"]), (0x7F, ["47:63"]),
    ]

  @Test(arguments: bytes)
  func `a key with Control is the same in every protocol`(_ byte: UInt8, _ codes: [String]) {
    var decoder = KeyDecoder()
    let expected =
      decoder.decode([byte], at: Self.start) + decoder.expire(at: Self.start + .seconds(1))
    for code in codes {
      let shift = code.contains(":") ? 1 : 0
      let character = code.split(separator: ":").last ?? ""
      #expect(events([Array("\u{1B}[\(code);\(5 + shift)u".utf8)]) == expected, "\(code)")
      #expect(events([Array("\u{1B}[27;5;\(character)~".utf8)]) == expected, "\(code)")
    }
  }

  @Test(arguments: sequences)
  func `decodes each sequence`(_ text: String, _ expected: [InputEvent]) {
    #expect(events([Array(text.utf8)]) == expected)
  }

  @Test(arguments: sequences)
  func `decodes the same events at every split`(_ text: String, _ expected: [InputEvent]) {
    let bytes = Array(text.utf8)
    for first in bytes.indices {
      for second in first..<bytes.count {
        let parts = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
        #expect(events(parts) == expected, "\(first), \(second)")
        #expect(events(parts, gap: .milliseconds(24)) == expected, "\(first), \(second)")
      }
    }
  }

  @Test(arguments: sequences.filter { $0.0.utf8.first == 0x1B && $0.0.utf8.count > 2 })
  func `decodes the same events if the rest arrives after the Escape timeout`(
    _ text: String,
    _ expected: [InputEvent]
  ) {
    let bytes = Array(text.utf8)
    guard bytes[1] != 0x1B else { return }
    for split in bytes.indices.dropFirst(2) {
      let parts = [Array(bytes[..<split]), Array(bytes[split...])]
      #expect(events(parts, gap: .milliseconds(400)) == expected, "\(split)")
    }
    guard bytes[1] == UInt8(ascii: "[") else { return }
    let late = events([[0x1B], Array(bytes[1...])], gap: .milliseconds(26))
    #expect(late == [.key(Key(.escape))] + expected)
  }

  /// Each after about a dozen others, and after all of them at night.
  @Test func `decodes pairs of sequences byte by byte`() {
    let step = Rounds.count(27, of: 1)
    for (index, (first, expected)) in Self.sequences.enumerated() {
      for place in stride(from: index % step, to: Self.sequences.count, by: step) {
        let (second, more) = Self.sequences[place]
        let bytes = Array((first + second).utf8)
        #expect(events(bytes.map { [$0] }) == expected + more)
      }
    }
  }
}

@Suite struct KeyDecoderTimeTests {
  private let start = ContinuousClock.now
  private var decoder = KeyDecoder(escapeDelay: .milliseconds(25))

  @Test mutating func `decodes a lone Escape as the key after the delay`() {
    let early = decoder.decode([0x1B], at: start)
    #expect(early == [])
    #expect(decoder.deadline == start + .milliseconds(25))

    let before = decoder.expire(at: start + .milliseconds(24))
    let after = decoder.expire(at: start + .milliseconds(25))

    #expect(before == [])
    #expect(after == [.key(Key(.escape))])
    #expect(decoder.deadline == nil)
  }

  @Test mutating func `decodes two Escapes as two keys`() {
    _ = decoder.decode([0x1B, 0x1B], at: start)

    #expect(decoder.expire(at: start + .seconds(1)) == [.key(Key(.escape)), .key(Key(.escape))])
  }

  @Test(arguments: [("[", Key.alt("[")), ("O", .alt("O")), ("]", .alt("]")), ("P", .alt("P"))])
  mutating func `finally decodes an unfinished sequence as a key with Alt`(
    _ letter: String,
    _ key: Key
  ) {
    _ = decoder.decode([0x1B] + Array(letter.utf8), at: start)
    let early = decoder.expire(at: start + .milliseconds(100))

    #expect(early == [])
    #expect(decoder.expire(at: start + .seconds(1)) == [.key(key)])
  }

  @Test mutating func `reads letters after an Escape that timed out as letters`() {
    _ = decoder.decode([0x1B], at: start)
    _ = decoder.expire(at: start + .milliseconds(25))

    let typed = decoder.decode(Array("O".utf8), at: start + .milliseconds(60))
    #expect(typed == [.key(.character("O"))])
  }

  @Test mutating func `never turns a truncated reply into text`() {
    var events = decoder.decode(Array("\u{1B}[?62;".utf8), at: start)
    events += decoder.expire(at: start + .seconds(60))
    events += decoder.decode(Array("22c".utf8), at: start + .seconds(61))

    #expect(events == [])
  }

  @Test mutating func `never loses a control key inside a sequence`() {
    for beginning in [
      "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]11;rgb", "\u{1B}P>|x", "\u{1B}[M", "\u{C3}",
    ] {
      _ = decoder.decode(Array(beginning.utf8), at: start)
      let events = decoder.decode([0x03], at: start)
      #expect(events.last == .key(.control("c")), "\(beginning)")
    }
  }

  @Test mutating func `replaces invalid bytes`() {
    let replaced = InputEvent.key(.character("\u{FFFD}"))

    #expect(decoder.decode([0xFF], at: start) == [replaced])
    #expect(decoder.decode([0xC3, 0x28], at: start) == [replaced, .key(.character("("))])
    #expect(decoder.decode([0xED, 0xA0, 0x80], at: start) == [replaced, replaced, replaced])
    #expect(decoder.decode([0xF0, 0x9F], at: start) == [])
    #expect(decoder.expire(at: start + .seconds(1)) == [replaced])
    #expect(decoder.decode([0xC2, 0x9B], at: start) == [])
  }

  @Test mutating func `ends a paste that the terminal never ends`() {
    _ = decoder.decode(Array("\u{1B}[200~half".utf8), at: start)
    let early = decoder.expire(at: start + .seconds(4))

    #expect(early == [])
    #expect(decoder.expire(at: start + .seconds(5)) == [.paste("half")])
  }

  /// A stalled connection: the rest is still pasted, including Enter.
  @Test func `a paste that stalls anywhere stays text`() {
    let (begin, text, end) = ("\u{1B}[200~", "rm -rf é\r日本\r", "\u{1B}[201~")
    let bytes = Array((begin + text + end + "a").utf8)
    for split in begin.utf8.count..<(bytes.count - 1) {
      var decoder = KeyDecoder()
      var events = decoder.decode(bytes[..<split], at: start)
      events += decoder.expire(at: start + .seconds(5))
      events += decoder.decode(bytes[split...], at: start + .seconds(6))

      #expect(events.last == .key(.character("a")))
      let pasted = events.dropLast().map { event in
        if case .paste(let text) = event { text } else { "\(event)" }
      }
      #expect(pasted.joined() == "rm -rf é 日本 ")
    }
  }

  @Test mutating func `a stalled paste continues without its end mark, and ^C ends it`() {
    _ = decoder.decode(Array("\u{1B}[200~half".utf8), at: start)
    _ = decoder.expire(at: start + .seconds(5))

    #expect(decoder.decode(Array("more\r".utf8), at: start + .seconds(6)) == [])
    #expect(decoder.expire(at: start + .seconds(7)) == [.paste("more ")])
    #expect(decoder.decode([3], at: start + .seconds(8)) == [.key(.control("c"))])
    #expect(decoder.decode(Array("a".utf8), at: start + .seconds(8)) == [.key(.character("a"))])
  }

  /// A slow write to the terminal keeps the program from checking in between.
  @Test(arguments: [
    ("x", [InputEvent.key(Key(.escape)), .key(.character("x"))]),
    ("é", [.key(Key(.escape)), .key(.character("é"))]),
    ("\r", [.key(Key(.escape)), .key(Key(.enter))]),
    ("[A", [.key(Key(.up))]), ("OA", [.key(Key(.up))]), ("[1;5A", [.key(Key(.up, .control))]),
  ])
  func `Escape is a separate key if the next key arrives after the timeout`(
    next: String,
    expected: [InputEvent]
  ) {
    var decoder = KeyDecoder()
    _ = decoder.decode([0x1B], at: start)

    #expect(decoder.decode(Array(next.utf8), at: start + .milliseconds(300)) == expected)
  }

  @Test mutating func `two Escapes are two keys, however late they are read`() {
    _ = decoder.decode([0x1B], at: start)

    var events = decoder.decode([0x1B], at: start + .milliseconds(300))
    events += decoder.expire(at: start + .milliseconds(400))
    #expect(events == [.key(Key(.escape)), .key(Key(.escape))])
  }

  @Test mutating func `keeps the start of an endless paste`() {
    _ = decoder.decode(Array("\u{1B}[200~".utf8), at: start)
    _ = decoder.decode(Array(repeating: UInt8(ascii: "x"), count: 100_000), at: start)

    let events = decoder.decode(Array("\u{1B}[201~a".utf8), at: start)

    #expect(events.count == 2)
    guard case .paste(let text) = events.first else { return #expect(Bool(false)) }
    #expect(text.utf8.count == 1 << 16)
  }

  @Test func `decodes random bytes the same at any split, and never as controls`() {
    var random = RandomFrames(seed: 1)
    let alphabet =
      Array("\u{1B}\u{1B}\u{1B}[[O]P_<>?;:$~0129ABMRcuy\u{7}\\\r\u{3}é日x".utf8) + [0xFF, 0x80]
    for _ in 0..<1000 {
      let bytes = (0..<random.number(below: 40)).map { _ in
        alphabet[random.number(below: alphabet.count)]
      }
      var whole = KeyDecoder()
      var parts = KeyDecoder()
      let expected = whole.decode(bytes, at: start)
      var events: [InputEvent] = []
      for byte in bytes { events += parts.decode([byte], at: start) }
      #expect(events == expected, "\(bytes)")
      #expect(parts.deadline == whole.deadline)
      #expect(!events.contains(where: Self.isControlText), "\(bytes)")
    }
  }

  private static func isControlText(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, let text = key.text?.unicodeScalars.first else {
      return false
    }
    return text.value < 0x20 || 0x7F...0x9F ~= text.value
  }
}
