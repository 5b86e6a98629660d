import Foundation
import TerminalTesting
import Testing

/// `doctor --reset`, as a process on a terminal.
@Suite struct TerminalResetTests {
  private var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("ghsearch").path
  }

  @Test func `restores screen, cursor, mouse, keys and echo`() throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    try terminal.run("/bin/stty", ["raw", "-echo"])
    #expect(terminal.ending() == .exit(0))
    #expect(terminal.settings != settings)

    try terminal.run(program, ["doctor", "--reset"])

    #expect(terminal.ending() == .exit(0))
    for mode in ["?1049l", "?25h", "?1000l", "?1003l", "?2004l", "<u", "m"] {
      #expect(terminal.text.contains("\u{1B}[\(mode)"), "\(mode)")
    }
    try terminal.run("/bin/stty", ["-a"])
    #expect(terminal.ending() == .exit(0))
    for flag in ["icanon", "echo", "isig", "icrnl", "opost"] {
      #expect(!terminal.text.contains("-\(flag) "), "\(flag)")
    }
  }
}
