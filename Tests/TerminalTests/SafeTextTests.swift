import Testing

@testable import Terminal

@Suite struct SafeTextTests {
  @Test(arguments: [
    "plain text", "日本語のテキスト", "Привет", "naïve café", "e\u{301}", "한국어", "สวัสดี", "👨‍👩‍👧 family",
    "❤️ heart", "👍🏽", "🏳️‍🌈", "👩🏽‍💻", "→ ½ € ™", "नमस्ते", "مرحبا بالعالم", "שלום עולם",
    // Persian, Hindi, Bengali, Malayalam and Sinhala, whose joiners change how letters look.
    "می\u{200C}خواهم", "کتاب\u{200C}ها", "نرم\u{200C}افزار", "مَ\u{200C}نی", "क्\u{200C}ष",
    "क्\u{200D}ष",
    "র\u{200D}্যাব", "അവന്\u{200D}", "ශ්\u{200D}රී ලංකා",
    // Persian often uses a non-joiner after a letter that never joins.
    "کار\u{200C}ها",
    // England, Scotland and Wales.
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} x",
    "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}🏴",
  ])
  func `keeps ordinary text`(_ text: String) {
    #expect(SafeText(text).description == text)
  }

  @Test(arguments: [
    ("\u{1B}[2Jgone", "\\u{1b}[2Jgone"),
    ("\u{9B}31m", "\\u{9b}31m"),
    ("\u{1B}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
    ("a\u{8}b\u{7F}", "a\\u{8}b\\u{7f}"),
    ("nul\0", "nul\\u{0}"),
    ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("a\u{200B}b\u{FEFF}", "a\\u{200b}b\\u{feff}"),
    ("pay\u{AD}pal", "pay\\u{ad}pal"),
    ("a\u{200D}b", "a\\u{200d}b"),
    ("tag\u{E0041}", "tag\\u{e0041}"),
    ("line\u{2028}para\u{2029}", "line\\u{2028}para\\u{2029}"),
    ("\u{3164}filler", "\\u{3164}filler"),
    ("blank\u{2800}", "blank\\u{2800}"),
    ("x\u{FE0F}", "x\\u{fe0f}"),
    ("\u{E000}", "\\u{e000}"),
    // Joiners and tags between characters that cannot be joined.
    ("pay\u{200C}pal", "pay\\u{200c}pal"), ("می\u{200C}", "می\\u{200c}"),
    ("\u{200C}می", "\\u{200c}می"),
    ("می\u{200C}\u{200C}خو", "می\\u{200c}\\u{200c}خو"), ("می\u{200C}x", "می\\u{200c}x"),
    ("🏴\u{E0075}\u{E0073}\u{E007F}", "🏴\\u{e0075}\\u{e0073}\\u{e007f}"),
    ("🏴\u{E0067}\u{E0062}", "🏴\\u{e0067}\\u{e0062}"),
    ("a\u{E0067}\u{E007F}", "a\\u{e0067}\\u{e007f}"),
    // Direction marks help in right-to-left text, and hide characters elsewhere.
    ("a\u{200F}b", "a\\u{200f}b"), ("a\u{200E}b\u{61C}", "a\\u{200e}b\\u{61c}"),
    ("שלום\u{200F}!", "שלום!"), ("C++\u{200E} بالعربية\u{61C}", "C++ بالعربية"),
    ("שלום\u{202E}x", "שלום\\u{202e}x"), ("שלום\u{2067}x\u{2069}", "שלום\\u{2067}x\\u{2069}"),
  ])
  func `shows control and hidden characters`(_ text: String, _ safe: String) {
    #expect(SafeText(text).description == safe)
  }

  @Test(arguments: [("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb", "a b")])
  func `stays on one line`(_ text: String, _ safe: String) {
    #expect(SafeText(text).description == safe)
  }

  @Test func `escapes stacked combining marks`() {
    let piled = "Z" + String(repeating: "\u{301}", count: 50)

    let safe = SafeText(piled).description

    #expect(safe.hasPrefix("Z\u{301}\u{301}\u{301}\u{301}\\u{301}"))
  }

  @Test func `keeps combining marks within their text`() {
    #expect(SafeText("\u{301}x").description == "\\u{301}x")
  }

  @Test func `escapes everything that controls a terminal`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let safe = SafeText("a\(Character(scalar))b").description.unicodeScalars
      let acts = safe.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
      #expect(!acts, "U+\(String(value, radix: 16))")
    }
  }
}

/// Texts made of letters of many scripts, and of hidden and control characters.
@Suite struct SafeTextPropertyTests {
  private static let letters = [
    "paylx", "ñéß", "ПРдс", "λσ", "ա", "日本", "한", "กา", "قلمی", "שלם", "कषतर", "রযক", "ശനര", "රශ",
  ].map { Array($0.unicodeScalars) }
  private static let marks: [Unicode.Scalar] = [
    "\u{301}", "\u{64E}", "\u{94D}", "\u{9CD}", "\u{D4D}",
  ]
  private static let pictures: [Unicode.Scalar] = [
    "👩", "❤", "🏴", "\u{1F3FD}", "\u{FE0F}", "\u{E0067}", "\u{E0062}", "\u{E007F}",
  ]
  /// All characters that Unicode calls ignorable by default, blank or control.
  private static let hidden: [Unicode.Scalar] =
    (UInt32(0)...0xE0FFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .unassigned
    } + ["\u{2800}", "\u{7}", "\u{1B}", "\u{9B}"]
  private static let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]

  private func text(_ random: inout RandomFrames) -> String {
    var scalars: [Unicode.Scalar] = []
    for _ in 0..<random.number(below: 16) {
      let pool =
        switch random.number(below: 8) {
        case 0...3: Self.letters[random.number(below: Self.letters.count)]
        case 4: Self.marks
        case 5: Self.pictures
        case 6: Self.joiners
        default: Self.hidden
        }
      scalars.append(pool[random.number(below: pool.count)])
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func `escaped text controls and reorders nothing, and escaping it again changes nothing`() {
    var random = RandomFrames(seed: 25)
    for _ in 0..<20_000 {
      let text = text(&random)
      let safe = SafeText(text).description
      let acts = safe.unicodeScalars.contains {
        $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x202A...0x202E ~= $0.value
          || 0x2066...0x2069 ~= $0.value || [0x200E, 0x200F, 0x61C].contains($0.value)
      }
      #expect(!acts, "\(text.unicodeScalars.map(\.value))")
      #expect(SafeText(safe).description == safe, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test func `keeps a joiner only between letters or marks, or between pictures`() {
    var random = RandomFrames(seed: 26)
    for _ in 0..<20_000 {
      let safe = Array(SafeText(text(&random)).description.unicodeScalars)
      for (index, scalar) in safe.enumerated() where Self.joiners.contains(scalar) {
        let before = safe[..<index].last?.properties
        let isAfterText = before?.isAlphabetic == true || before?.generalCategory == .nonspacingMark
        #expect(
          before?.isEmoji == true || before?.isEmojiModifier == true || isAfterText
            || safe[index - 1] == "\u{FE0F}"
        )
        #expect(before?.generalCategory != .lowercaseLetter)
      }
    }
  }

  @Test func `names that differ only in hidden characters look different`() {
    var random = RandomFrames(seed: 27)
    let scripts = Self.letters.filter { !$0.contains { 0x590...0xDFF ~= $0.value } }
    for hidden in Self.hidden + Self.joiners {
      for _ in 0..<8 {
        let script = scripts[random.number(below: scripts.count)]
        let name = (0..<6).map { _ in script[random.number(below: script.count)] }
        var other = name
        other.insert(hidden, at: random.number(below: 7))
        let texts = [name, other].map { SafeText(String(String.UnicodeScalarView($0))) }
        #expect(texts[0] != texts[1], "U+\(String(hidden.value, radix: 16))")
        let seen = texts[1].description.unicodeScalars.filter { Self.hidden.contains($0) }
        #expect(seen.isEmpty || hidden.properties.generalCategory == .nonspacingMark)
      }
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("é", 1), ("e\u{301}", 1), ("한", 2),
    ("★", 1),
    ("ක්\u{200D}ෂ", 2), ("می\u{200C}خ", 3),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2),
    ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("…", 1), ("→", 1),
  ])
  func `counts columns`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("", 0, ""),
  ])
  func `truncates without splitting a character`(_ text: String, _ width: Int, _ cut: String) {
    #expect(text.truncated(toWidth: width) == cut)
    #expect(text.truncated(toWidth: width).displayWidth <= width)
  }
}

@Suite struct HyperlinkTests {
  @Test func `surrounds text with the link's sequences`() {
    let linked = Link("https://github.com/a/b")?.around("x")

    #expect(linked == "\u{1B}]8;;https://github.com/a/b\u{1B}\\x\u{1B}]8;;\u{1B}\\")
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["VTE_VERSION": "6003"], true),
    (["VTE_VERSION": "4000"], false),
    (["TERM_PROGRAM": "WezTerm"], true), (["TERM": "xterm-256color"], false), ([:], false),
  ])
  func `uses links only on terminals known to hide them`(
    _ environment: [String: String],
    _ isKnown: Bool
  ) {
    #expect(TerminalCapabilities(environment: environment).hasHyperlinks == isKnown)
  }
}
