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

/// Signals that end a program.
///
/// ThreadSanitizer mistakes three of them for a program's own faults and runs their handlers
/// immediately, even inside itself, where nothing works: they cannot be sent by another process
/// with it.
private var endingSignals: [Int32] {
  let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXFSZ, SIGALRM]
  #if GHSEARCH_TSAN
    return signals
  #else
    return signals + [SIGSEGV, SIGABRT, SIGPIPE]
  #endif
}

@Suite struct SessionTests {
  /// The signal with which Swift ends a program after a trap.
  #if arch(x86_64) || arch(i386)
    private static let trap = SIGILL
  #else
    private static let trap = SIGTRAP
  #endif

  @Test(arguments: [
    ("q", PseudoTerminal.Ending.exit(0), "left"), ("x", .exit(3), ""), ("a", .signal(SIGABRT), ""),
    ("f", .signal(Self.trap), ""), ("o", .signal(Self.trap), ""), ("s", .signal(SIGSEGV), ""),
    ("t", .signal(Self.trap), ""),
  ])
  func `restores the terminal however the program ends`(
    _ key: String,
    _ ending: PseudoTerminal.Ending,
    _ message: String
  ) throws {
    let run = try FixtureRun(["thread"])

    run.terminal.type(key)

    #expect(run.terminal.ending() == ending)
    run.expectRestored()
    #expect(run.textAfterRestore.contains(message) || message == "", "\(run.terminal.text)")
  }

  @Test(arguments: endingSignals)
  func `restores the terminal when a signal ends the program`(_ signal: Int32) throws {
    let run = try FixtureRun()

    run.terminal.send(signal)

    #expect(run.terminal.ending() == .signal(signal))
    run.expectRestored()
  }

  @Test(arguments: ["xterm-kitty", "linux", "screen", "vt100"])
  func `restores the settings of every terminal`(_ name: String) throws {
    let run = try FixtureRun(environment: ["TERM": name])

    run.terminal.type("q")

    #expect(run.terminal.ending() == .exit(0))
    run.expectRestored()
  }

  @Test(arguments: [[], ["mouse"]])
  func `enables and disables the mouse with the session that wants it`(arguments: [String]) throws {
    let run = try FixtureRun(arguments)
    let isOn = run.terminal.screen().modes.isSuperset(of: [1000, 1006])
    #expect(isOn == arguments.contains("mouse"))

    run.terminal.send(SIGTERM)

    #expect(run.terminal.ending() == .signal(SIGTERM))
    run.expectRestored()
  }

  @Test(arguments: ["q", "x", "a", "f", "SIGTERM"])
  func `removes images however the program ends`(_ way: String) throws {
    let run = try FixtureRun(environment: ["TERM": "xterm-kitty"])
    run.terminal.type("p")
    #expect(run.terminal.read { $0.screen().pictures.count == 1 })

    if way == "SIGTERM" { run.terminal.send(SIGTERM) } else { run.terminal.type(way) }

    _ = run.terminal.ending()
    run.expectRestored()
  }

  @Test func `copies text to the clipboard`() throws {
    let run = try FixtureRun()

    run.terminal.type("c")

    #expect(run.terminal.read { $0.screen().clipboard == "Zm9vYmFy" })
  }

  @Test func `does not copy text that terminals refuse`() throws {
    let run = try FixtureRun()

    run.terminal.type("C")
    #expect(run.terminal.read(until: "typed C"))
    run.terminal.type("c")

    #expect(run.terminal.read { $0.text.contains("Zm9vYmFy") })
    #expect(run.terminal.text.ranges(of: "]52;c;").count == 1)
  }

  @Test func `redraws at the new size`() throws {
    let run = try FixtureRun()

    run.terminal.resize(columns: 40, rows: 10)

    #expect(run.terminal.read(until: "fixture 40x10"))
    run.terminal.type("q")
    #expect(run.terminal.ending() == .exit(0))
  }

  @Test(arguments: ["dumb", ""])
  func `rejects a terminal that is too simple`(_ name: String) throws {
    let terminal = try PseudoTerminal()

    try terminal.run(FixtureRun.program, environment: ["TERM": name])

    #expect(terminal.ending() == .exit(2))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func `draws on the terminal when the output is a pipe`() throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }

    try terminal.run(FixtureRun.program, standardOutput: ends[1])
    close(ends[1])
    #expect(terminal.read(until: "fixture 80x24"))
    terminal.type("q")

    #expect(terminal.ending() == .exit(0))
    #expect(terminal.settings == settings)
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(ends[0], &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "left\n")
  }

  /// By the signal, or by itself if it reads the end first.
  @Test func `ends when the terminal disappears`() throws {
    let run = try FixtureRun(["thread"])

    run.terminal.hangUp()

    #expect([.signal(SIGHUP), .exit(0)].contains(run.terminal.ending()))
  }

  @Test func `ends by itself although it ignores hang-ups`() throws {
    let terminal = try PseudoTerminal()
    try terminal.run("/bin/sh", ["-c", "trap '' HUP; exec \(FixtureRun.program) nowhere"])
    try #require(terminal.read(until: "fixture"))

    terminal.hangUp()

    #expect(terminal.ending() == .exit(0))
  }
}
