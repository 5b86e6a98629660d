import Reactive

extension OperatorCase {
  /// Operators that change how a stream fails.
  static let recovering: [OperatorCase] = [
    OperatorCase("mapError", [.cannotHearCancel, .keepsAll, .passesSubscription, .trusts]) {
      upstream,
      around in
      upstream.mapError { error -> Problem in
        around.touch()
        return error
      }
    },
    OperatorCase("setFailureType", [.keepsAll, .passesSubscription, .recovers, .plain]) {
      upstream,
      _ in
      upstream.replaceError(with: 0).setFailureType(to: Problem.self)
    },
    OperatorCase("replaceError", [.keepsAll, .recovers, .plain]) { upstream, _ in
      upstream.replaceError(with: 0)
    },
    OperatorCase("catch", [.keepsAll, .recovers]) {
      upstream,
      around in
      upstream.catch { _ -> Just<Int> in
        around.touch()
        return Just(0)
      }
    },
    OperatorCase("tryCatch", [.keepsAll, .recovers]) {
      upstream,
      around in
      upstream.tryCatch { _ -> Just<Int> in
        around.touch()
        return Just(0)
      }
    },
    OperatorCase("retry", [.keepsAll, .plain]) { upstream, _ in
      upstream.retry(1)
    },
  ]
}
