import Reactive

extension OperatorCase {
  /// Operators that keep or drop values by position.
  static let counting: [OperatorCase] = [
    OperatorCase("first", [.endsEarly, .plain]) { upstream, _ in upstream.first() },
    OperatorCase("dropFirst", [.plain]) { upstream, _ in
      upstream.dropFirst()
    },
    OperatorCase("dropFirst(0)", [.keepsAll, .plain]) {
      upstream,
      _ in
      upstream.dropFirst(0)
    },
    OperatorCase("drop(untilOutputFrom:)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.drop(untilOutputFrom: Just(0).setFailureType(to: Problem.self))
    },
    OperatorCase("prefix", [.endsEarly, .plain]) { upstream, _ in upstream.prefix(2) },
    OperatorCase("prefix(untilOutputFrom:)", [.keepsAll, .endsEarly, .plain, .indirect]) {
      upstream,
      _ in
      upstream.prefix(untilOutputFrom: Empty<Int, Problem>(completeImmediately: false))
    },
    OperatorCase("output(at:)", [.endsEarly, .plain]) { upstream, _ in
      upstream.output(at: 1)
    },
    OperatorCase("output(in:)", [.endsEarly, .plain]) { upstream, _ in
      upstream.output(in: 1..<3)
    },
    OperatorCase("collect(_:)", [.plain]) { upstream, _ in
      upstream.collect(2).map(\.count)
    },
  ]
}
