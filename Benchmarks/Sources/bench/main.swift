import Dispatch
import OpenCombineScenarios
import ReactiveScenarios
import Scenario

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Compares both libraries in one run, prints a Markdown table, and fails when a goal is missed. An
// argument selects the scenarios whose names contain it.

let filter = CommandLine.arguments.dropFirst().first ?? ""
let pairs = zip(ReactiveScenarios.scenarios(), OpenCombineScenarios.scenarios())
let chosen = pairs.filter { filter.isEmpty || $0.0.name.contains(filter) }

// Runs first, so that the processor reaches its full speed before the comparison.
let limit = Cost(of: ClosureChain.scenario())

print(Comparison.head)
var missed = 0
for (ours, theirs) in chosen {
  let comparison = Comparison(ours, theirs)
  print(comparison.row)
  if !comparison.reachesGoal { missed += 1 }
}

print("\nThree closures held by a class, the limit: \(rounded(limit.nanoseconds)) ns a value.")
exit(missed == 0 ? 0 : 1)
