import Foundation

/// How much of what they vary tests try: a part of it in `make test`, and all of it every night.
///
/// `GHSEARCH_ROUNDS=all swift test --filter SUITE` tries all of it.
package enum Rounds {
  package static let areAll = ProcessInfo.processInfo.environment["GHSEARCH_ROUNDS"] == "all"

  /// The number of rounds, of which `few` find most mistakes.
  package static func count(_ few: Int, of all: Int) -> Int { areAll ? all : few }

  /// The values to try, of which the first `few` find most mistakes.
  package static func first<Value>(_ few: Int, of all: [Value]) -> [Value] {
    Array(all.prefix(count(few, of: all.count)))
  }
}
