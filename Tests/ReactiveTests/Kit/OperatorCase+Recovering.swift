import Reactive

extension OperatorCase {
  /// Operators that change how a stream fails.
  static let recovering: [OperatorCase] = [
    OperatorCase("setFailureType", [.keepsAll, .passesSubscription, .recovers, .plain]) {
      upstream,
      _ in
      upstream.catch { _ in Just(0) }.setFailureType(to: Problem.self)
    },
    OperatorCase("catch", [.keepsAll, .recovers]) {
      upstream,
      around in
      upstream.catch { _ -> Just<Int> in
        around.touch()
        return Just(0)
      }
    },
    OperatorCase("retry", [.keepsAll, .plain]) { upstream, _ in
      upstream.retry(1)
    },
  ]
}
