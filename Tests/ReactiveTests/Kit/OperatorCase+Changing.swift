import Reactive

extension OperatorCase {
  /// Operators that turn each value into another.
  static let changing: [OperatorCase] = [
    OperatorCase("map", [.cannotHearCancel, .keepsAll, .passesSubscription, .trusts]) {
      upstream,
      around in
      upstream.map { value -> Int in
        around.touch()
        return value
      }
    },
    OperatorCase("tryMap", [.keepsAll]) { upstream, around in
      upstream.tryMap { value -> Int in
        around.touch()
        return value
      }
    },
    OperatorCase("compactMap", [.cannotHearCancel, .keepsAll, .passesSubscription, .trusts]) {
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
    OperatorCase("replaceNil", [.keepsAll, .passesSubscription, .trusts, .plain]) { upstream, _ in
      upstream.map(Optional.some).replaceNil(with: 0)
    },
  ]
}
