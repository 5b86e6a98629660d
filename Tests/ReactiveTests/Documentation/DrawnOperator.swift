import Reactive
import Testing

/// The code behind the last lines of a diagram.
struct DrawnOperator: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @Sendable (MarbleBench) -> [Drawn]

  init(_ name: String, _ make: @escaping @Sendable (MarbleBench) -> Drawn) {
    self.name = name
    self.make = { [make($0)] }
  }

  /// For diagrams with several subscribers, who are given the same stream.
  init(_ name: String, subscribers: Int, _ make: @escaping @Sendable (MarbleBench) -> Drawn) {
    self.name = name
    self.make = { Array(repeating: make($0), count: subscribers) }
  }

  var testDescription: String { name }

  static let all =
    sources + transforming + filtering + reducing + combining + errors + timing + sharing + watching

  /// Drawn, but not played: a loop that awaits has no place on a virtual clock.
  static let unplayed = ["values"]
}
