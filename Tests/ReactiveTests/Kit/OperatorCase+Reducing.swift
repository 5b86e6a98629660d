import Reactive

extension OperatorCase {
  /// Operators that consume the whole stream and send one result.
  static let reducing: [OperatorCase] = [
    OperatorCase("reduce") { upstream, around in
      upstream.reduce(0) { result, value in
        around.touch()
        return result + value
      }
    },
    OperatorCase("last", .plain) { upstream, _ in upstream.last() },
    OperatorCase("last(where:)") { upstream, around in
      upstream.last { _ in
        around.touch()
        return true
      }
    },
    OperatorCase("collect", .plain) { upstream, _ in upstream.collect().map(\.count) },
    OperatorCase("count", .plain) { upstream, _ in upstream.count() },
    OperatorCase("contains", [.plain, .endsEarly]) { upstream, _ in
      upstream.contains(2).map { $0 ? 1 : 0 }
    },
    OperatorCase("contains(where:)", .endsEarly) { upstream, around in
      upstream.contains { value in
        around.touch()
        return value == 2
      }.map { $0 ? 1 : 0 }
    },
    OperatorCase("allSatisfy", .endsEarly) { upstream, around in
      upstream.allSatisfy { value in
        around.touch()
        return value < 2
      }.map { $0 ? 1 : 0 }
    },
    OperatorCase("replaceEmpty", [.keepsAll, .keepsBacklog, .plain]) { upstream, _ in
      upstream.replaceEmpty(with: 0)
    },
  ]
}
