import Foundation

/// SplitMix64 (Steele, Lea and Flood), which yields the same numbers for the same seed.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  /// The seed of tests that use different values in each run, which they report when they fail.
  ///
  /// `GHSEARCH_SEED=1 swift test --filter SUITE` repeats a run.
  package static let seed =
    ProcessInfo.processInfo.environment["GHSEARCH_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 0...UInt64.max)

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }
}
