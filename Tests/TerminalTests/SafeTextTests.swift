import Testing

@testable import Terminal

@Suite struct SafeTextTests {
  @Test(arguments: [
    "plain text", "日本語のテキスト", "Привет", "naïve café", "e\u{301}", "한국어", "สวัสดี", "👨‍👩‍👧 family",
    "❤️ heart", "👍🏽", "🏳️‍🌈", "→ ½ € ™", "नमस्ते",
  ])
  func `leaves ordinary text alone`(_ text: String) {
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
  ])
  func `shows what acts or hides`(_ text: String, _ safe: String) {
    #expect(SafeText(text).description == safe)
  }

  @Test(arguments: [("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb", "a b")])
  func `keeps to one line`(_ text: String, _ safe: String) {
    #expect(SafeText(text).description == safe)
  }

  @Test func `shows marks that are piled up`() {
    let piled = "Z" + String(repeating: "\u{301}", count: 50)

    let safe = SafeText(piled).description

    #expect(safe.hasPrefix("Z\u{301}\u{301}\u{301}\u{301}\\u{301}"))
  }

  @Test func `keeps marks within their text`() {
    #expect(SafeText("\u{301}x").description == "\\u{301}x")
  }

  @Test func `escapes everything that a terminal acts on`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let safe = SafeText("a\(Character(scalar))b").description.unicodeScalars
      let acts = safe.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
      #expect(!acts, "U+\(String(value, radix: 16))")
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("é", 1), ("e\u{301}", 1), ("한", 2),
    ("★", 1),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("…", 1), ("→", 1),
  ])
  func `counts columns`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("", 0, ""),
  ])
  func `cuts without splitting a character`(_ text: String, _ width: Int, _ cut: String) {
    #expect(text.truncated(toWidth: width) == cut)
    #expect(text.truncated(toWidth: width).displayWidth <= width)
  }
}

@Suite struct TextWrapTests {
  @Test func `breaks at spaces and inside long words`() {
    #expect(TextWrap.lines("one two three", width: 7) == ["one two", "three"])
    #expect(TextWrap.lines("abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
    #expect(TextWrap.lines("日本語 x", width: 5) == ["日本", "語 x"])
    #expect(TextWrap.lines("", width: 5) == [])
    #expect(TextWrap.lines("a b", width: 0) == ["a", "b"])
  }
}

@Suite struct HyperlinkTests {
  @Test func `links https addresses alone`() {
    let linked = Hyperlink.wrap("x", url: "https://github.com/a/b")

    #expect(linked == "\u{1B}]8;;https://github.com/a/b\u{1B}\\x\u{1B}]8;;\u{1B}\\")
    #expect(Hyperlink.wrap("x", url: "javascript:alert(1)") == "x")
    #expect(Hyperlink.wrap("x", url: "https://a/\u{1B}\\") == "x")
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["VTE_VERSION": "6003"], true),
    (["VTE_VERSION": "4000"], false),
    (["TERM_PROGRAM": "WezTerm"], true), (["TERM": "xterm-256color"], false), ([:], false),
  ])
  func `is used only for terminals that are known to hide it`(
    _ environment: [String: String],
    _ isKnown: Bool
  ) {
    #expect(Hyperlink.isSupported(environment: environment) == isKnown)
  }
}
