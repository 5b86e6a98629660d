import AllocationCounter
import Dispatch
import Scenario

/// A scenario's cost per value.
struct Cost {
  var nanoseconds: Double
  var allocations: Double

  /// Measures several runs and keeps the best, because disturbances only add.
  init(of scenario: Scenario, runs: Int = 5) {
    self.init(nanoseconds: .infinity, allocations: .infinity)
    for _ in 0..<runs {
      let run = Cost(ofOneRun: scenario)
      nanoseconds = min(nanoseconds, run.nanoseconds)
      allocations = min(allocations, run.allocations)
    }
  }

  private init(ofOneRun scenario: Scenario) {
    let run = scenario.prepare()
    let allocated = allocation_count()
    let start = DispatchTime.now().uptimeNanoseconds
    run()
    let spent = DispatchTime.now().uptimeNanoseconds - start
    self.init(
      nanoseconds: Double(spent) / Double(scenario.count),
      allocations: Double(allocation_count() - allocated) / Double(scenario.count)
    )
  }

  private init(nanoseconds: Double, allocations: Double) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
  }
}
