import Foundation

/// The share of variations that tests try: a part in `make test`, and all of them every night.
///
/// `GHSEARCH_ROUNDS=all swift test --filter SUITE` tries all of them.
package enum Rounds {
  package static let areAll = ProcessInfo.processInfo.environment["GHSEARCH_ROUNDS"] == "all"

  /// The number of rounds; `few` rounds find most mistakes.
  package static func count(_ few: Int, of all: Int) -> Int { areAll ? all : few }

  /// The values to try; the first `few` find most mistakes.
  package static func first<Value>(_ few: Int, of all: [Value]) -> [Value] {
    Array(all.prefix(count(few, of: all.count)))
  }
}
