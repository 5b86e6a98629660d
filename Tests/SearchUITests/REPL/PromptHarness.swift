import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import Terminal
import Testing

@testable import SearchUI

/// A terminal that records what is drawn and written.
final class PromptTerminal: ScreenTerminal {
  private let bytes = Guarded<[UInt8]>([])
  private let wakes = Guarded(0)

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
  var count: Int { bytes.withLock { $0.count } }

  func draw(_ frame: Frame) {}
  func write(_ new: [UInt8]) { bytes.withLock { $0 += new } }
  func copy(_ text: String) -> Bool { false }
  func forgetScreen() {}
  func wake() { wakes.withLock { $0 += 1 } }
}

/// The REPL on a terminal, with the test as its event loop.
final class PromptHarness {
  let repl: REPLHarness
  let terminal = PromptTerminal()
  let driver: PromptDriver<PromptTerminal>
  private(set) var next = EventLoop.Next.leave

  init(_ script: REPLHarness.Script, columns: Int = 60) {
    repl = REPLHarness(script)
    driver = PromptDriver(
      repl.search,
      REPL.Options(style: REPLStyle(width: columns)),
      repl.ports,
      device: terminal,
      size: ScreenSize(columns: columns, rows: 24)
    )
    turn()
  }

  func turn(_ events: [EventLoop.Event] = []) { next = driver.step(events) }

  func press(_ keys: Key...) { turn(keys.map { .input(.key($0)) }) }

  func type(_ text: String) {
    turn(text.unicodeScalars.map { .input(.key(.character(Character($0)))) })
  }

  /// Lets time pass until the terminal shows it.
  func wait(for text: String) async -> Bool {
    for _ in 0..<100_000 where !terminal.text.contains(text) {
      repl.clock.advance(by: .milliseconds(10))
      turn()
      await Task.yield()
    }
    return terminal.text.contains(text)
  }

  /// Lets time pass until as much has been asked.
  func wait(forRequests count: Int) async {
    for _ in 0..<100_000 where repl.log.withLock({ $0.requests.count }) < count {
      repl.clock.advance(by: .milliseconds(10))
      await Task.yield()
    }
  }

  /// The output written to the terminal since.
  func written(_ body: () -> Void) -> String {
    let count = terminal.text.unicodeScalars.count
    body()
    return String(String.UnicodeScalarView(terminal.text.unicodeScalars.dropFirst(count)))
  }

  var hasLeft: Bool { if case .leave = next { true } else { false } }
  var isSuspending: Bool { if case .suspend = next { true } else { false } }
}
