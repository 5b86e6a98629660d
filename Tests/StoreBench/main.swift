import Foundation
import GitHubModel
import RepositoryStore

// Fills a cache with generated repositories, types queries, and prints the figures in Markdown.
// `StoreBench COUNT DIRECTORY` reuses a store that the directory already has. `StoreBench search
// DIRECTORY` does the same for a library of stars with READMEs, and scores the ranking.

if CommandLine.arguments.dropFirst().first == "search" {
  let directory = CommandLine.arguments.dropFirst(2).first ?? NSTemporaryDirectory()
  exit(try SearchBench(directory: directory).run() ? 0 : 1)
}

let goal = 10.0
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let directory = CommandLine.arguments.dropFirst(2).first ?? NSTemporaryDirectory() + "store-bench"
let path = "\(directory)/seen.sqlite"

var generator = Generator(seed: 1)
var targets: [Repository] = []
let store = try CacheStore(path: path, now: { Date() })
let clock = ContinuousClock()

func milliseconds(_ duration: Duration) -> Double {
  duration / .milliseconds(1)
}

let isThere = try store.count() >= count
let filling = try clock.measure {
  for start in stride(from: 0, to: count, by: 1_000) {
    let page = generator.repositories(min(1_000, count - start))
    targets.append(contentsOf: page.prefix(3))
    if !isThere { try store.record(page) }
  }
}

let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
print("\(try store.count()) repositories, \(bytes / 1_000_000) MB, \(bytes / count) bytes each")
if !isThere {
  print("Stored in batches of 1,000 in \(Int(filling / .seconds(1))) s, including generation.")
}

let opening = Figures(
  try (0..<50).map { _ in
    milliseconds(try clock.measure { _ = try CacheStore(path: path, now: { Date() }) })
  }
)
var keystrokes = Keystrokes(lexicon: generator.lexicon, targets: targets, seed: 2)
var (all, processor, worst) = ([Double](), [Double](), (time: 0.0, text: ""))

print("\n| milliseconds | texts | median | 95th | 99th | worst |\n|---|---:|---:|---:|---:|---:|")
for words in 1...3 {
  let times = try (0..<1_500).map { _ in
    let text = keystrokes.text(words: words)
    let before = Figures.processorTime
    let time = milliseconds(try clock.measure { _ = try store.matches(text, limit: 30) })
    processor.append(Figures.processorTime - before)
    if time > worst.time { worst = (time, text) }
    return time
  }
  print("| \(words) word\(words == 1 ? "" : "s") | \(Figures(times).cells) |")
  all += times
}
print("| all | \(Figures(all).cells) |")
print("| all, processor time | \(Figures(processor).cells) |")
print("| opening the file | \(opening.cells) |")

let noting = Figures(
  try (0..<50).map { _ in
    let page = generator.repositories(100)
    return milliseconds(try clock.measure { try store.record(page) })
  }
)
print("| storing a page of 100 | \(noting.cells) |")
try benchTabs(&generator, in: directory)
print("\nThe slowest was `\(worst.text)`. Peak memory: \(Figures.peakMemory) MiB.")
exit(Figures(all).percentile(0.95) <= goal ? 0 : 1)
