import Reactive

extension OperatorCase {
  /// Operators that transform each value.
  static let changing: [OperatorCase] = [
    OperatorCase("map", [.ignoresCancelInClosure, .keepsAll, .passesSubscription, .trusts]) {
      upstream,
      around in
      upstream.map { value -> Int in
        around.touch()
        return value
      }
    },
    OperatorCase("compactMap", [.ignoresCancelInClosure, .keepsAll, .passesSubscription, .trusts]) {
      upstream,
      around in
      upstream.compactMap { value -> Int? in
        around.touch()
        return value
      }
    },
    OperatorCase("scan", [.keepsAll]) { upstream, around in
      upstream.scan(0) { _, value in
        around.touch()
        return value
      }
    },
  ]
}
