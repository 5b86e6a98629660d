import AllocationCounter
import Dispatch
import OpenCombineScenarios
import ReactiveScenarios

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Compares both libraries in one run, prints a Markdown table, and fails when a scenario exceeds its
// limit, or when a value of a plain chain allocates.

/// The nanoseconds and allocations per value, the best of five runs, because disturbances only add.
func cost(_ count: Int, _ prepare: () -> () -> Void) -> (nanoseconds: Double, allocations: Double) {
  var best = (nanoseconds: Double.infinity, allocations: Double.infinity)
  for _ in 0..<5 {
    let run = prepare()
    let (allocated, start) = (allocation_count(), DispatchTime.now().uptimeNanoseconds)
    run()
    let spent = DispatchTime.now().uptimeNanoseconds - start
    best.nanoseconds = min(best.nanoseconds, Double(spent) / Double(count))
    best.allocations = min(
      best.allocations,
      Double(allocation_count() - allocated) / Double(count)
    )
  }
  return best
}

print("| nanoseconds a value | Reactive | OpenCombine | ratio | allocations | theirs |")
print("|---|---:|---:|---:|---:|---:|")
var missed = false
for (ours, theirs) in zip(ReactiveScenarios.scenarios(), OpenCombineScenarios.scenarios()) {
  let (mine, other) = (cost(ours.count, ours.prepare), cost(theirs.count, theirs.prepare))
  let ratio = mine.nanoseconds / other.nanoseconds
  let numbers = [
    mine.nanoseconds, other.nanoseconds, ratio, mine.allocations, other.allocations,
  ]
  let cells = [ours.name] + numbers.map { "\(($0 * 100).rounded() / 100)" }
  print("| " + cells.joined(separator: " | ") + " |")
  missed =
    missed || ratio > ours.limit || (ours.name.contains("filter") && mine.allocations > 0.001)
}
exit(missed ? 1 : 0)
