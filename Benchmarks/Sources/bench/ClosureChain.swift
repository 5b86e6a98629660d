import Scenario

/// Three closures held by a class: the cost without any library.
final class ClosureChain {
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

  /// The lower bound for a chain of operators.
  static func scenario() -> Scenario {
    Scenario("plain closures", count: 1_000_000, goal: .plainChain) {
      let total = Total()
      let chain = ClosureChain({ $0 &* 3 }, { $0 & 1 == 0 }, { total.add($0) })
      return { for value in 0..<1_000_000 { chain.send(value) } }
    }
  }
}
