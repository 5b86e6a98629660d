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
    OperatorCase("prefix", [.endsEarly, .plain]) { upstream, _ in upstream.prefix(2) },
  ]
}
