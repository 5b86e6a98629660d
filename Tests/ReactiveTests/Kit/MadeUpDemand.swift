import Reactive
import TestSupport

/// A subscriber's random demand and its total: the model of law 2.
final class MadeUpDemand: Sendable {
  private struct State: Sendable {
    var dice: Dice
    var total = Subscribers.Demand.none
  }

  private let state: Box<State>

  init(seed: Int) {
    state = Box(State(dice: Dice(state: UInt64(seed))))
  }

  /// The number of values requested so far.
  var total: Subscribers.Demand { state.value.total }

  /// A random demand for a request or an answer: mostly none or little, sometimes unlimited.
  func next() -> Subscribers.Demand {
    state.change { state in
      let demand: Subscribers.Demand =
        switch Int.random(in: 0..<12, using: &state.dice) {
        case 0..<6: .none
        case 6..<9: .max(1)
        case 9..<11: .max(Int.random(in: 2...4, using: &state.dice))
        default: .unlimited
        }
      state.total += demand
      return demand
    }
  }

  /// How many of a number of values may have been delivered.
  func share(of count: Int) -> Int { min(count, total.max ?? count) }
}
