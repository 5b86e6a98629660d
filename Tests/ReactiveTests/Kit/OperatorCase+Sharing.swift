import Reactive

extension OperatorCase {
  /// Operators that share one upstream among many subscribers.
  static let sharing: [OperatorCase] = [
    OperatorCase("share", [.keepsAll, .drops, .plain, .indirect]) { upstream, _ in
      upstream.share()
    }
  ]
}
