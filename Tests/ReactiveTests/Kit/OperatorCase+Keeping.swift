import Reactive

extension OperatorCase {
  /// Operators that keep or drop values by content.
  static let keeping: [OperatorCase] = [
    OperatorCase("filter", [.cannotHearCancel, .keepsAll, .passesSubscription, .trusts]) {
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
    OperatorCase("drop(while:)", [.keepsAll]) { upstream, around in
      upstream.drop { _ in
        around.touch()
        return false
      }
    },
    OperatorCase("prefix(while:)", [.keepsAll, .endsEarly]) {
      upstream,
      around in
      upstream.prefix { _ in
        around.touch()
        return true
      }
    },
    OperatorCase("ignoreOutput", [.plain]) { upstream, _ in
      upstream.ignoreOutput().map(integer)
    },
  ]
}

/// The integer that no value at all is.
@Sendable private func integer(_ never: Never) -> Int {}
