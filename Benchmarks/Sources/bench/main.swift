import AllocationCounter
import Dispatch
import OpenCombineScenarios
import ReactiveScenarios
import Scenario

/// What a scenario costs a value.
struct Cost {
  var nanoseconds: Double
  var allocations: Double
}

/// The best of several runs, because everything else only adds.
func measure(_ scenario: Scenario) -> Cost {
  var best = Cost(nanoseconds: .infinity, allocations: .infinity)
  for _ in 0..<5 {
    let run = scenario.prepare()
    let allocations = allocation_count()
    let start = DispatchTime.now().uptimeNanoseconds
    run()
    let spent = DispatchTime.now().uptimeNanoseconds - start
    let allocated = allocation_count() - allocations
    best.nanoseconds = min(best.nanoseconds, Double(spent) / Double(scenario.count))
    best.allocations = min(best.allocations, Double(allocated) / Double(scenario.count))
  }
  return best
}

/// Three closures held by a class: what is left when there is no library at all.
final class Chain {
  private let transform: (Int) -> Int
  private let isIncluded: (Int) -> Bool
  private let receive: (Int) -> Void

  init(
    _ transform: @escaping (Int) -> Int,
    _ isIncluded: @escaping (Int) -> Bool,
    _ receive: @escaping (Int) -> Void
  ) {
    self.transform = transform
    self.isIncluded = isIncluded
    self.receive = receive
  }

  @inline(never)
  func send(_ value: Int) {
    let changed = transform(value)
    if isIncluded(changed) { receive(changed) }
  }
}

let plain = Scenario("three closures held by a class", count: 1_000_000) {
  let total = Total()
  let chain = Chain({ $0 &* 3 }, { $0 & 1 == 0 }, { total.add($0) })
  return { for value in 0..<1_000_000 { chain.send(value) } }
}

func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return left ? text + space : space + text
}

func rounded(_ number: Double, _ digits: Int = 1) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  return "\((number * scale).rounded() / scale)"
}

func row(_ name: String, _ cells: [String]) {
  print(padded(name, 42, left: true) + cells.map { padded($0, 12) }.joined())
}

row(
  "nanoseconds and allocations a value",
  ["ours", "OpenCombine", "ratio", "allocs", "their allocs"]
)
let limit = measure(plain)
row(plain.name, [rounded(limit.nanoseconds), "", "", rounded(limit.allocations, 2), ""])
let filter = CommandLine.arguments.dropFirst().first ?? ""
for (ours, theirs) in zip(ReactiveScenarios.scenarios(), OpenCombineScenarios.scenarios())
where filter.isEmpty || ours.name.contains(filter) {
  let (our, their) = (measure(ours), measure(theirs))
  row(
    ours.name,
    [
      rounded(our.nanoseconds), rounded(their.nanoseconds),
      rounded(their.nanoseconds / our.nanoseconds) + "×",
      rounded(our.allocations, 2), rounded(their.allocations, 2),
    ]
  )
}
