import Scenario

/// The results of one scenario with both libraries, run one after the other.
struct Comparison {
  let name: String
  let goal: Goal
  let ours: Cost
  let theirs: Cost

  init(_ ours: Scenario, _ theirs: Scenario) {
    name = ours.name
    goal = ours.goal
    self.ours = Cost(of: ours)
    self.theirs = Cost(of: theirs)
  }

  var ratio: Double { theirs.nanoseconds / ours.nanoseconds }

  var reachesGoal: Bool { ratio >= goal.ratio && ours.allocations <= goal.allocations }

  /// A row of a Markdown table.
  var row: String {
    let cells = [
      name, rounded(ours.nanoseconds), rounded(theirs.nanoseconds), rounded(ratio) + " ×",
      "≥ " + rounded(goal.ratio) + " ×", rounded(ours.allocations, 2),
      rounded(theirs.allocations, 2), reachesGoal ? "yes" : "NO",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  static let head = """
    | nanoseconds a value | Reactive | OpenCombine | ratio | goal | allocations | theirs | reached |
    |---|---:|---:|---:|---:|---:|---:|---|
    """
}

func rounded(_ number: Double, _ digits: Int = 1) -> String {
  let scale = digits == 1 ? 10.0 : 100.0
  return "\((number * scale).rounded() / scale)"
}
