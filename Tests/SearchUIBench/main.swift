import Foundation
import GitHubModel
import SearchUI
import SearchUITesting
import System
import Terminal
import TerminalTesting

// What the screen costs. Run it by `swift run -c release SearchUIBench`.

/// A line of the table.
func report(_ what: String, _ value: String) {
  let label = what + String(repeating: " ", count: max(46 - what.count, 1))
  print(label + String(repeating: " ", count: max(12 - value.count, 0)) + value)
}

/// Fifty rows and a detail with its README.
func loaded(_ columns: Int, _ rows: Int) throws -> ScreenHarness {
  var stage = ScreenHarness(columns, rows)
  try stage.load("swift http", Catalog.repositories(50), total: 12_345)
  try stage.loadDetail()
  stage.receiveStars([1: true, 2: false, 3: true])
  return stage
}

func bytes() throws {
  var stage = try loaded(100, 30)
  var renderer = Renderer(TerminalCapabilities())
  report("the first frame", "\(renderer.render(stage.frame).count) B")
  report("no change", "\(renderer.render(stage.frame).count) B")
  try stage.press("↓")
  report("a move of the selection", "\(renderer.render(stage.frame).count) B")
  stage.type("x")
  report("a key, before the answer", "\(renderer.render(stage.frame).count) B")
  try stage.answer(Catalog.others(50), total: 987)
  report("a key that changes the list", "\(renderer.render(stage.frame).count) B")
}

func frames() {
  let desk = DriverHarness()
  desk.turn()
  desk.wait(100)
  let before = desk.frames.count
  desk.type(String(repeating: "abcdefghij", count: 20))
  desk.wait(50)
  report("frames for 200 keys in one write", "\(desk.frames.count - before)")
  let wakes = desk.terminal.recorded.wakes
  let count = desk.frames.count
  desk.wait(2_000)
  desk.answer(Catalog.repositories(50))
  // After two seconds the query goes into the history.
  desk.wait(3_000)
  let idle = (desk.frames.count, desk.turns)
  desk.wait(60_000)
  precondition(desk.frames.count > count && desk.terminal.recorded.wakes > wakes)
  report("wake-ups in an idle minute", "\(desk.turns - idle.1)")
  report("frames in an idle minute", "\(desk.frames.count - idle.0)")
}

func time(_ columns: Int, _ rows: Int) throws {
  var stage = try loaded(columns, rows)
  var renderer = Renderer(TerminalCapabilities())
  _ = renderer.render(stage.frame)
  let rounds = 500
  var sum = 0
  // The processor's time: other programs take none of it.
  let start = clock()
  for round in 0..<rounds {
    try stage.press(round % 40 < 20 ? "↓" : "↑")
    sum += renderer.render(stage.frame).count
  }
  let microseconds = Int(clock() - start) * 1_000_000 / Int(CLOCKS_PER_SEC) / rounds
  precondition(sum > 0)
  report("key, frame and bytes at \(columns)×\(rows)", "\(microseconds) µs")
}

extension PseudoTerminal {
  /// The bytes that come until there are none for half a second.
  fileprivate func burst() -> Int {
    let start = output.count
    var (count, quiet) = (start, 0)
    _ = read { terminal in
      quiet = terminal.output.count == count ? quiet + 1 : 0
      count = terminal.output.count
      return quiet > 5
    }
    return output.count - start
  }
}

/// The same rows in fzf, where it is installed.
func fzf() throws {
  let environment = ProcessInfo.processInfo.environment
  guard let path = ProgramPath.find("fzf", in: environment) else { return }
  let file = NSTemporaryDirectory() + "ghsearch-bench-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: file) }
  let rows = Catalog.repositories(50).map { "\($0.name.fullName)  \($0.description ?? "")\n" }
  try rows.joined().write(toFile: file, atomically: true, encoding: .utf8)
  let terminal = try PseudoTerminal(size: ScreenSize(columns: 100, rows: 30))
  let command = "exec \"\(path)\" --no-mouse < \"\(file)\""
  let variables = ["TERM": "xterm-256color", "PATH": environment["PATH"] ?? ""]
  try terminal.run("/bin/sh", ["-c", command], environment: variables)
  report("fzf: the first frame", "\(terminal.burst()) B")
  terminal.type([0x10])
  _ = terminal.burst()
  terminal.type([0x10])
  report("fzf: a move of the selection", "\(terminal.burst()) B")
  terminal.type("s")
  report("fzf: a key that changes the list", "\(terminal.burst()) B")
}

/// A README of 256 KiB that is all code, which no real one is.
func code(_ language: String) {
  let line = "    let name = \"one\", port = 8_080 // a comment\n"
  let lines = String(repeating: line, count: (1 << 18) / line.utf8.count - 2)
  let start = clock()
  let count = ReadmeText.lines("```\(language)\n\(lines)```", ReadmeText.Options(width: 80)).count
  let microseconds = Int(clock() - start) * 1_000_000 / Int(CLOCKS_PER_SEC) / max(count, 1)
  report(
    "a line of code \(language.isEmpty ? "without a language" : "in \(language)")",
    "\(microseconds) µs"
  )
}

try bytes()
try fzf()
frames()
try time(100, 30)
try time(200, 60)
try time(500, 200)
code("")
code("swift")
