import Foundation
import GitHubModel
import SearchUI
import SearchUITesting
import Terminal

// What the screen costs, beside what fzf 0.38 was measured at. Run it by `make bench-ui`.

/// A line of the table.
func report(_ what: String, _ ours: String, _ theirs: String) {
  let label = what + String(repeating: " ", count: max(46 - what.count, 1))
  let value = String(repeating: " ", count: max(12 - ours.count, 0)) + ours
  print(label + value + String(repeating: " ", count: max(14 - theirs.count, 0)) + theirs)
}

/// Fifty rows and a detail with its README.
func loaded(_ columns: Int, _ rows: Int) throws -> Stage {
  var stage = Stage(columns, rows)
  try stage.load("swift http", Catalogue.repositories(50), total: 12_345)
  try stage.loadDetail()
  stage.tellStars([1: true, 2: false, 3: true])
  return stage
}

func bytes() throws {
  var stage = try loaded(100, 30)
  var renderer = Renderer(TerminalCapabilities())
  report("the first frame", "\(renderer.render(stage.frame).count) B", "")
  report("no change", "\(renderer.render(stage.frame).count) B", "")
  try stage.press("↓")
  report("a move of the selection", "\(renderer.render(stage.frame).count) B", "227 B")
  stage.type("x")
  report("a key, before the answer", "\(renderer.render(stage.frame).count) B", "")
  try stage.answer(Catalogue.others(50), total: 987)
  report("a key that changes the list", "\(renderer.render(stage.frame).count) B", "2,527 B")
}

func frames() {
  let desk = Desk()
  desk.turn()
  desk.wait(100)
  let before = desk.frames.count
  desk.type(String(repeating: "abcdefghij", count: 20))
  desk.wait(50)
  report("frames for 200 keys in one write", "\(desk.frames.count - before)", "")
  let wakes = desk.terminal.told.wakes
  let count = desk.frames.count
  desk.wait(2_000)
  desk.answer(Catalogue.repositories(50))
  desk.wait(1_000)
  let idle = (desk.frames.count, desk.terminal.told.wakes)
  desk.wait(60_000)
  precondition(desk.frames.count > count && desk.terminal.told.wakes > wakes)
  report("wake-ups in an idle minute", "\(desk.terminal.told.wakes - idle.1)", "3,600")
  report("frames in an idle minute", "\(desk.frames.count - idle.0)", "")
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
  report("key, frame and bytes at \(columns)×\(rows)", "\(microseconds) µs", "")
}

report("", "ghsearch", "fzf 0.38")
try bytes()
frames()
try time(100, 30)
try time(200, 60)
try time(500, 200)
