import Foundation

// What the parts of a search cost, each beside something else in the same run. Run it by `make bench`.
// `PartsBench WORDS`: only the parts whose names contain the words.

let parts = try Parts()
let words = CommandLine.arguments.dropFirst().first
let verdict = Verdict(
  Thresholds.all,
  medians: try parts.suite.medians(matching: words),
  ofSomeParts: words != nil
)
print(verdict.table)
exit(verdict.isReached ? 0 : 1)
