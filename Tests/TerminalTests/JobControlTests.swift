import Terminal
import TerminalTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The fixture below a shell that can stop and continue it.
@Suite struct JobControlTests {
  private func startedFromShell() throws -> (terminal: PseudoTerminal, settings: [UInt8]) {
    let terminal = try PseudoTerminal()
    try terminal.run("/bin/sh", ["-i"], environment: ["TERM": "xterm-256color", "PS1": "ready> "])
    try #require(terminal.read(until: "ready> "))
    let settings = terminal.settings
    terminal.type("\(FixtureRun.program)\n")
    try #require(terminal.read(until: "fixture 80x24"))
    try #require(terminal.read(until: "?2026l"))
    return (terminal, settings)
  }

  @Test(arguments: ["z", ""])
  func `restores the terminal on suspend, and continues at the new size`(_ key: String) throws {
    let (terminal, settings) = try startedFromShell()
    let start = terminal.output.count

    if key.isEmpty { terminal.sendToForeground(SIGTSTP) } else { terminal.type(key) }
    try #require(terminal.read(until: "ready> ", after: start))
    #expect(terminal.settings == settings)
    #expect(terminal.screen().modes == [7, 25])

    let stopped = terminal.output.count
    terminal.resize(columns: 40, rows: 10)
    terminal.type("fg\n")
    try #require(terminal.read(until: "fixture 40x10", after: stopped))
    #expect(terminal.screen().modes.contains(1049))

    terminal.type("q")
    #expect(terminal.read(until: "left"))
    #expect(terminal.screen().modes == [7, 25])
    #expect(terminal.screen().titleStack == [])
  }

  @Test func `redraws the whole screen after a suspend`() throws {
    let (terminal, _) = try startedFromShell()
    let start = terminal.output.count

    terminal.type("z")
    try #require(terminal.read(until: "ready> ", after: start))
    let stopped = terminal.output.count
    terminal.type("fg\n")
    try #require(terminal.read(until: "resumed 80x24", after: stopped))

    let drawn = String(decoding: terminal.output.dropFirst(stopped), as: UTF8.self)
    #expect(drawn.contains("typed z"))
  }

  @Test func `a program that borrows the terminal finds its original settings, and can be stopped`()
    throws
  {
    let (terminal, settings) = try startedFromShell()
    let start = terminal.output.count

    terminal.type("r")
    try #require(terminal.read(until: "lent", after: start))
    #expect(terminal.settings == settings)
    #expect(terminal.screen().modes == [7, 25])
    terminal.sendToForeground(SIGTSTP)
    try #require(terminal.read(until: "ready> ", after: start))
    let stopped = terminal.output.count
    terminal.type("fg\n")
    terminal.resize(columns: 40, rows: 10)
    terminal.type("back\n")

    try #require(terminal.read(until: "back.", after: stopped))
    try #require(terminal.read(until: "fixture 40x10", after: stopped))
    #expect(terminal.screen().modes.contains(1049))
    terminal.type("q")
    #expect(terminal.read(until: "left"))
    #expect(terminal.settings == settings)
  }

  @Test func `restores the modes after a SIGSTOP`() throws {
    let (terminal, _) = try startedFromShell()
    let start = terminal.output.count

    terminal.sendToForeground(SIGSTOP)
    try #require(terminal.read(until: "ready> ", after: start))
    let stopped = terminal.output.count
    terminal.type("fg\n")
    try #require(terminal.read(until: "fixture 80x24", after: stopped))
    terminal.type("q")

    #expect(terminal.read(until: "left"))
    #expect(terminal.screen().modes == [7, 25])
    #expect(terminal.screen().titleStack == [])
  }
}
