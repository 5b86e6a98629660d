import Reactive

extension OperatorCase {
  private static let none = Empty<Int, Problem>()
  private static let zero: Ints =
    Just(0).setFailureType(to: Problem.self).eraseToAnyPublisher()
  private static let plenty: Ints =
    repeatElement(0, count: 4_096).publisher.setFailureType(to: Problem.self).eraseToAnyPublisher()

  /// Those with more than one upstream.
  ///
  /// The one that the laws speak of comes first, the others stand back, so that what comes out is
  /// what the first one sends.
  static let joining: [OperatorCase] = [
    OperatorCase("append", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.append(none)
    },
    OperatorCase("prepend", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.prepend(none)
    },
    OperatorCase("merge", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none)
    },
    OperatorCase("merge(3)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none)
    },
    OperatorCase("merge(4)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none, none)
    },
    OperatorCase("merge(5)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none, none, none)
    },
    OperatorCase("merge(6)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none, none, none, none)
    },
    OperatorCase("merge(7)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none, none, none, none, none)
    },
    OperatorCase("merge(8)", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none, none, none, none, none, none, none)
    },
    OperatorCase("MergeMany", [.keepsAll, .plain, .indirect]) { upstream, _ in
      Publishers.MergeMany(upstream)
    },
    OperatorCase("zip", [.keepsAll, .indirect]) { upstream, around in
      upstream.zip(plenty) { value, _ in
        around.touch()
        return value
      }
    },
    OperatorCase("zip(3)", [.keepsAll, .indirect]) { upstream, around in
      upstream.zip(plenty, plenty) { value, _, _ in
        around.touch()
        return value
      }
    },
    OperatorCase("zip(4)", [.keepsAll, .indirect]) { upstream, around in
      upstream.zip(plenty, plenty, plenty) { value, _, _, _ in
        around.touch()
        return value
      }
    },
    OperatorCase("combineLatest", [.keepsAll, .indirect]) { upstream, around in
      zero.combineLatest(upstream) { _, value in
        around.touch()
        return value
      }
    },
    OperatorCase("combineLatest(3)", [.keepsAll, .indirect]) { upstream, around in
      zero.combineLatest(zero, upstream) { _, _, value in
        around.touch()
        return value
      }
    },
    OperatorCase("combineLatest(4)", [.keepsAll, .indirect]) { upstream, around in
      zero.combineLatest(zero, zero, upstream) { _, _, _, value in
        around.touch()
        return value
      }
    },
    OperatorCase("flatMap", [.keepsAll, .indirect]) { upstream, around in
      upstream.flatMap { value -> Just<Int> in
        around.touch()
        return Just(value)
      }
    },
    OperatorCase("flatMap(maxPublishers:)", [.keepsAll, .indirect]) { upstream, around in
      upstream.flatMap(maxPublishers: .max(1)) { value -> Just<Int> in
        around.touch()
        return Just(value)
      }
    },
    OperatorCase("switchToLatest", [.indirect, .drops]) { upstream, around in
      upstream.map { value -> Just<Int> in
        around.touch()
        return Just(value)
      }.switchToLatest()
    },
  ]
}
