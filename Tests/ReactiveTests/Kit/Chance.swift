import Reactive

/// Numbers made up from a seed, the same ones each time: SplitMix64.
struct Chance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(bitPattern: Int64(seed))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A subscriber's random demand and its total: the model of law 2.
final class MadeUpDemand: Sendable {
  private struct State: Sendable {
    var chance: Chance
    var total = Subscribers.Demand.none
  }

  private let state: Box<State>

  init(seed: Int) {
    state = Box(State(chance: Chance(seed: seed)))
  }

  /// How many values have been asked for so far.
  var total: Subscribers.Demand { state.value.total }

  /// Something to ask for, in a request or in an answer: mostly nothing or little, at times everything.
  func next() -> Subscribers.Demand {
    state.change { state in
      let demand: Subscribers.Demand =
        switch Int.random(in: 0..<12, using: &state.chance) {
        case 0..<6: .none
        case 6..<9: .max(1)
        case 9..<11: .max(Int.random(in: 2...4, using: &state.chance))
        default: .unlimited
        }
      state.total += demand
      return demand
    }
  }

  /// How many of a number of values may have been delivered.
  func share(of count: Int) -> Int { min(count, total.max ?? count) }
}
