import Benchmark
import Foundation

// What the parts of a search cost, each beside something else in the same run. Run it by `make bench`.
// `PartsBench PATTERN`: only the parts whose names match.

let parts = try Parts()
let filter = CommandLine.arguments.dropFirst().first.map { Filter($0) }
var runner = BenchmarkRunner(
  suites: [parts.suite],
  settings: [Format(.none), Quiet(true), MinTime(seconds: 0.5), WarmupIterations(3)]
    + (filter.map { [$0] } ?? [])
)
try runner.run()
let verdict = Verdict(Thresholds.all, results: runner.results)
print(verdict.table)
exit(verdict.isReached ? 0 : 1)
