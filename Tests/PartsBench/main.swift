import Foundation

// Measures the stages of a search, each beside a reference in the same run. `make bench` runs it.
// `PartsBench WORDS` measures only the parts whose names contain the words.

let parts = try Parts()
let words = CommandLine.arguments.dropFirst().first
let verdict = Verdict(
  Thresholds.all,
  medians: try parts.suite.medians(matching: words),
  ofSomeParts: words != nil
)
print(verdict.table)
exit(verdict.isReached ? 0 : 1)
