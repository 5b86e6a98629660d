import Reactive

extension OperatorCase {
  /// Operators that share one upstream among many subscribers.
  static let sharing: [OperatorCase] = [
    OperatorCase("multicast", [.keepsAll, .drops, .indirect]) { upstream, around in
      upstream.multicast { () -> PassthroughSubject<Int, Problem> in
        around.touch()
        return PassthroughSubject()
      }.autoconnect()
    },
    OperatorCase("multicast(subject:)", [.keepsAll, .drops, .plain, .indirect]) { upstream, _ in
      upstream.multicast(subject: PassthroughSubject<Int, Problem>()).autoconnect()
    },
    OperatorCase("share", [.keepsAll, .drops, .plain, .indirect]) { upstream, _ in
      upstream.share()
    },
  ]
}
