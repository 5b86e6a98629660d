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

/// The fixture with its idle signal, which makes sleeping unnecessary.
@Suite struct EventLoopTests {
  private final class Idle {
    let ends: [Int32]

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = ends
    }

    deinit { for end in ends { close(end) } }

    func hasCome() -> Bool {
      var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) > 0 else { return false }
      var byte: UInt8 = 0
      return read(ends[0], &byte, 1) == 1
    }
  }

  private let idle: Idle
  private let terminal: PseudoTerminal

  init() throws {
    idle = try Idle()
    terminal = try PseudoTerminal()
    try terminal.run(
      FixtureRun.program,
      environment: ["TERM": "xterm", "IDLE": "3"],
      third: idle.ends[1]
    )
    try #require(isSettled())
  }

  /// Waits until the program is idle, and reads its output.
  private func isSettled() -> Bool {
    let isIdle = terminal.read { _ in idle.hasCome() }
    while terminal.readMore() {}
    return isIdle
  }

  /// The screen after the program has handled these bytes.
  private func type(_ bytes: [UInt8]) -> ScreenModel {
    terminal.type(bytes)
    #expect(isSettled())
    return terminal.screen()
  }

  @Test func `draws the first frame before reading input`() {
    #expect(terminal.screen().frames == 1)
  }

  @Test func `delivers a burst of keys in few batches and loses none`() {
    let frames = terminal.screen().frames

    let screen = type(Array(repeating: UInt8(ascii: "1"), count: 200))

    #expect(screen.frames - frames <= 20)
    #expect(screen.lines[0].hasSuffix("keys 200"))
  }

  @Test func `only time distinguishes Escape from the start of a sequence`() {
    #expect(type([0x1B]).lines.contains("escape"))
    #expect(type(Array("\u{1B}[A".utf8)).lines.contains("up"))
  }

  @Test func `delivers a paste as one event`() {
    let screen = type(Array("\u{1B}[200~q\u{3}\rx\u{1B}[201~".utf8))

    #expect(screen.lines.contains("pasted q x"))
  }

  @Test(
    arguments: [(0, 0, "80x24"), (65535, 65535, "500x200"), (1, 1, "")]
      as [(UInt16, UInt16, String)]
  )
  func `draws at any size`(_ columns: UInt16, _ rows: UInt16, _ shown: String) {
    let start = terminal.output.count

    terminal.resize(columns: columns, rows: rows)
    #expect(isSettled())

    #expect(terminal.read(until: shown, after: start))
  }
}
