import Reactive

extension OperatorCase {
  /// Operators that keep or drop values by content.
  static let keeping: [OperatorCase] = [
    OperatorCase("filter", [.ignoresCancelInClosure, .keepsAll, .passesSubscription, .trusts]) {
      upstream,
      around in
      upstream.filter { _ in
        around.touch()
        return true
      }
    },
    OperatorCase("removeDuplicates", [.plain]) { upstream, _ in
      upstream.removeDuplicates()
    },
    OperatorCase("removeDuplicates(by:)", [.keepsAll]) {
      upstream,
      around in
      upstream.removeDuplicates { _, _ in
        around.touch()
        return false
      }
    },
    OperatorCase("first(where:)", [.endsEarly]) { upstream, around in
      upstream.first { value in
        around.touch()
        return value > 1
      }
    },
    OperatorCase("eraseToAnyPublisher", [.keepsAll, .passesSubscription, .trusts, .plain]) {
      upstream,
      _ in
      upstream.eraseToAnyPublisher()
    },
  ]
}
