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
    OperatorCase("tryReduce") { upstream, around in
      upstream.tryReduce(0) { result, value in
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
    OperatorCase("tryLast(where:)") { upstream, around in
      upstream.tryLast { _ in
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
    OperatorCase("tryContains(where:)", .endsEarly) { upstream, around in
      upstream.tryContains { value in
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
    OperatorCase("tryAllSatisfy", .endsEarly) { upstream, around in
      upstream.tryAllSatisfy { value in
        around.touch()
        return value < 2
      }.map { $0 ? 1 : 0 }
    },
    OperatorCase("min", .plain) { upstream, _ in upstream.min() },
    OperatorCase("max(by:)") { upstream, around in
      upstream.max { lhs, rhs in
        around.touch()
        return lhs < rhs
      }
    },
    OperatorCase("tryMin(by:)") { upstream, around in
      upstream.tryMin { lhs, rhs in
        around.touch()
        return lhs < rhs
      }
    },
    OperatorCase("tryMax(by:)") { upstream, around in
      upstream.tryMax { lhs, rhs in
        around.touch()
        return lhs < rhs
      }
    },
    OperatorCase("replaceEmpty", [.keepsAll, .plain]) { upstream, _ in
      upstream.replaceEmpty(with: 0)
    },
  ]
}
