import Foundation
import Terminal
import TerminalTesting
import TestTraits
import Testing

/// The REPL in a process of its own, on a real terminal and on pipes.
@Suite(.ownThread) struct REPLTerminalTests {
  private static let program: String = {
    let runner = CommandLine.arguments[0]
    return runner.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/REPLFixture"
  }()

  private func started(term: String = "xterm-256color") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(Self.program, environment: ["TERM": term])
    try #require(terminal.read(until: "> "), "\(terminal.text)")
    return terminal
  }

  @Test func `answers lines, and restores the terminal`() throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    try terminal.run(Self.program)
    try #require(terminal.read(until: "> "))

    terminal.type("nio\r")
    #expect(terminal.read(until: "searches left"))
    terminal.type(":star 2\r:view 1\r")
    #expect(terminal.read(until: "★ vapor/vapor is starred"))
    #expect(terminal.read(until: "https://github.com/apple/swift-nio"))
    terminal.type("\u{4}")

    #expect(terminal.ending() == .exit(0))
    #expect(terminal.text.contains("left: Optional("))
    #expect(terminal.settings == settings)
    #expect(terminal.screen().modes == [7, 25])
    #expect(terminal.screen().unknown == [])
    #expect(terminal.screen().isAtRest)
  }

  @Test func `^C cancels a request that hangs and does not leave`() throws {
    let terminal = try started()

    terminal.type("hang\r\u{3}")
    #expect(terminal.read(until: "canceled"))
    terminal.type("nio\r")

    #expect(terminal.read(until: "apple/swift-nio"))
  }

  @Test func `^Z restores the terminal and suspends, and fg continues with the line`() throws {
    let terminal = try PseudoTerminal()
    try terminal.run("/bin/sh", ["-i"], environment: ["TERM": "xterm-256color", "PS1": "ready$ "])
    try #require(terminal.read(until: "ready$ "))
    let settings = terminal.settings
    terminal.type("\(Self.program)\n")
    try #require(terminal.read(until: "> "))
    terminal.type("half\u{1A}")

    var start = terminal.output.count
    try #require(terminal.read(until: "ready$ ", after: start))
    #expect(terminal.settings == settings)
    start = terminal.output.count
    terminal.type("fg\n")
    #expect(terminal.read(until: "> half", after: start))
    terminal.type("\u{15}\u{4}")

    #expect(terminal.read(until: "left: Optional("))
    #expect(terminal.screen().modes == [7, 25])
  }

  @Test(arguments: ["dumb", ""])
  func `a simple terminal gets a prompt and no escape sequence`(term: String) throws {
    let terminal = try started(term: term)

    terminal.type("nio\n")
    #expect(terminal.read(until: "searches left"))
    terminal.type("\u{4}")

    #expect(terminal.ending() == .exit(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test(arguments: [("nio\n:star 1\n", 0), ("nio\nfail\nnio", 10), ("", 0), (":quit\nfail\n", 0)])
  func `piped lines are answered in order, with no escape sequence`(
    input: String,
    status: Int32
  ) throws {
    let (output, errors, ending) = try run(input)

    #expect(ending == status)
    #expect(!(output + errors).utf8.contains(0x1B))
    #expect(
      output.components(separatedBy: "☆   apple/swift-nio").count - 1
        == input.components(separatedBy: "nio").count - 1
    )
    #expect(errors.contains("no host") == (status != 0))
  }

  /// A process on pipes, to its end.
  private func run(_ input: String) throws -> (output: String, errors: String, status: Int32) {
    let process = Process()
    let pipes = (0..<3).map { _ in Pipe() }
    process.executableURL = URL(fileURLWithPath: Self.program)
    (process.standardInput, process.standardOutput) = (pipes[0], pipes[1])
    process.standardError = pipes[2]
    try process.run()
    try pipes[0].fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipes[0].fileHandleForWriting.close()
    let output = try pipes[1].fileHandleForReading.readToEnd() ?? Data()
    let errors = try pipes[2].fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self),
      process.terminationStatus
    )
  }
}
