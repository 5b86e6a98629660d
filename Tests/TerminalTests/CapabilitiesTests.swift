import Testing

@testable import Terminal

@Suite struct CapabilitiesTests {
  @Test(arguments: ["", "dumb", "unknown"])
  func `rejects a terminal that is too simple`(_ name: String) {
    #expect(!TerminalCapabilities(environment: ["TERM": name]).isUsable)
    #expect(!TerminalCapabilities(environment: [:]).isUsable)
  }

  @Test(arguments: [
    ([:], ColorDepth.palette), (["NO_COLOR": "1", "COLORTERM": "truecolor"], .none),
    (["NO_COLOR": ""], .palette), (["COLORTERM": "24bit"], .trueColor),
  ])
  func `takes colors from the environment`(_ variables: [String: String], _ colors: ColorDepth) {
    #expect(TerminalCapabilities(environment: variables).colors == colors)
  }

  @Test(arguments: [
    ([:], 25), (["SSH_CONNECTION": "a"], 100), (["SSH_TTY": "/dev/pts/1"], 100),
    (["ESCDELAY": "50", "SSH_TTY": "x"], 50), (["ESCDELAY": "soon"], 25), (["ESCDELAY": "-1"], 25),
    (["ESCDELAY": "99999999"], 10_000),
  ])
  func `waits for the rest of a sequence`(_ variables: [String: String], _ milliseconds: Int) {
    let delay = TerminalCapabilities(environment: variables).escapeDelay

    #expect(delay == .milliseconds(milliseconds))
  }

  @Test func `requests the newer keyboard protocol if the terminal knows it`() {
    #expect(TerminalCapabilities(environment: ["TERM": "xterm-kitty"]).hasKeyboardProtocol)
    #expect(!TerminalCapabilities(environment: ["TERM": "xterm-256color"]).hasKeyboardProtocol)
    let inTmux = ["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm", "TMUX": "x"]
    #expect(!TerminalCapabilities(environment: inTmux).hasKeyboardProtocol)
  }

  @Test func `uses only modes that the Linux console does not print as text`() {
    let modes = TerminalModes.fullScreen(TerminalCapabilities(environment: ["TERM": "linux"]))

    #expect(modes == TerminalModes([.alternateScreen, .noWrap, .bracketedPaste, .hiddenCursor]))
  }
}

@Suite struct TerminalModesTests {
  @Test func `disables modes in reverse order`() {
    let all = TerminalModes(TerminalMode.allCases)

    let on = String(decoding: all.on, as: UTF8.self).split(separator: "\u{1B}[")
    let off = String(decoding: all.off, as: UTF8.self).split(separator: "\u{1B}[")

    #expect(
      on == [
        "22;2t", "?1049h", "?7l", "?2004h", "?1000h", "?1006h", ">5u", "?25l",
      ]
    )
    #expect(
      off == [
        "?25h", "<u", "?1006l", "?1000l", "?2004l", "?7h", "?1049l", "23;2t",
      ]
    )
  }

  @Test func `repeats no modes that terminals stack`() {
    let repeated = TerminalModes(TerminalMode.allCases).repeatable

    #expect(!repeated.contains(.title) && !repeated.contains(.keyboardProtocol))
    #expect(repeated.contains(.alternateScreen) && repeated.contains(.mouse))
  }
}
