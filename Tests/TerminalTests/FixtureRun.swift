import Foundation
import Terminal
import TerminalTesting
import Testing

/// The fixture on a new terminal.
struct FixtureRun {
  let terminal: PseudoTerminal
  let settings: [UInt8]

  init(
    _ arguments: [String] = [],
    environment: [String: String] = ["TERM": "xterm-256color"],
    size: ScreenSize = .fallback
  ) throws {
    terminal = try PseudoTerminal(size: size)
    settings = terminal.settings
    try terminal.run(Self.program, arguments, environment: environment)
    try #require(terminal.read(until: "fixture"), "\(terminal.text)")
    try #require(terminal.read(until: "?2026l"))
  }

  static let program: String = {
    let runner = CommandLine.arguments[0]
    return runner.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/TerminalFixture"
  }()

  /// Checks that settings, modes and stacks are restored, each mode disabled once, in reverse
  /// order.
  func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) {
    let screen = terminal.screen()
    #expect(terminal.settings == settings, sourceLocation: sourceLocation)
    #expect(screen.modes == [7, 25], sourceLocation: sourceLocation)
    #expect(screen.keyboardFlags == [], sourceLocation: sourceLocation)
    #expect(screen.titleStack == [] && screen.title == nil, sourceLocation: sourceLocation)
    #expect(screen.pictures.isEmpty, sourceLocation: sourceLocation)
    #expect(screen.unknown == [] && screen.isAtRest, sourceLocation: sourceLocation)
    let switches = screen.switches.filter { ![2026, 25].contains(abs($0)) }
    let half = switches.count / 2
    #expect(
      switches.prefix(half) == switches.suffix(half).reversed().map { -$0 }[...],
      sourceLocation: sourceLocation
    )
    #expect(switches.count == Set(switches).count, sourceLocation: sourceLocation)
  }

  /// The bytes sent to the terminal after it was restored.
  var textAfterRestore: String {
    let text = terminal.text
    guard let end = text.range(of: "\u{1B}[?1049l") else { return "" }
    return String(text[end.upperBound...])
  }
}
