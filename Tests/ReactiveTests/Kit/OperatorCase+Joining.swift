import Reactive

extension OperatorCase {
  private static let none = Empty<Int, Problem>()
  private static let zero: Ints =
    Just(0).setFailureType(to: Problem.self).eraseToAnyPublisher()
  /// Splits a stream into several concurrent ones that end with it; each sends every n-th value.
  ///
  /// The last one drives the others, because a stream may start as soon as it is subscribed to. The
  /// others are subjects, and drop values sent before their subscription.
  private static func split(_ upstream: Ints, into count: Int) -> [Ints] {
    let others = (1..<count).map { _ in PassthroughSubject<Int, Problem>() }
    let watched = Watched(
      upstream: upstream,
      onCompletion: { for other in others { other.send(completion: .finished) } }
    )
    let carrier = watched.filter { value in
      let place = (value % count + count - 1) % count
      if place > 0 { others[place - 1].send(value) }
      return place == 0
    }
    return others.map { $0.eraseToAnyPublisher() } + [carrier.eraseToAnyPublisher()]
  }

  /// A stream of consecutive publishers that last until another stream ends.
  private static func living(
    _ upstream: Ints,
    _ flatten: (Ints, @escaping @Sendable (Int) -> Ints) -> Ints
  ) -> Ints {
    let end = PassthroughSubject<Int, Problem>()
    let watched = Watched(upstream: upstream, onCompletion: { end.send(completion: .finished) })
    return flatten(watched.eraseToAnyPublisher()) { value in
      Just(value).setFailureType(to: Problem.self).append(end).eraseToAnyPublisher()
    }
  }

  /// Operators with more than one upstream.
  ///
  /// The upstream tested by the laws comes first, and the others stay silent, so that the output is
  /// the first one's.
  static let joining: [OperatorCase] = [
    OperatorCase("append", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.append(none)
    },
    OperatorCase("prepend", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.prepend(none)
    },
    OperatorCase("merge with nothing", [.keepsAll, .plain, .indirect]) { upstream, _ in
      upstream.merge(with: none)
    },
    OperatorCase("merge", [.keepsAll, .plain, .indirect, .drops]) { upstream, _ in
      let all = split(upstream, into: 2)
      return all[0].merge(with: all[1])
    },
    OperatorCase("combineLatest", [.ignoresCancelInClosure, .keepsAll, .indirect, .drops]) {
      upstream,
      around in
      zero.combineLatest(upstream).map { _, value in
        around.touch()
        return value
      }
    },
    OperatorCase("flatMap", [.keepsAll, .keepsBacklog, .indirect]) { upstream, around in
      living(upstream) { upstream, child in
        upstream.flatMap { value -> Ints in
          around.touch()
          return child(value)
        }.eraseToAnyPublisher()
      }
    },
    OperatorCase("flatMap(maxPublishers:)", [.keepsAll, .keepsBacklog, .indirect]) {
      upstream,
      around in
      upstream.flatMap(maxPublishers: .max(1)) { value in
        around.touch()
        return Just(value).setFailureType(to: Problem.self)
      }
    },
    OperatorCase("flatMap(maxPublishers:) of later values", [.scheduled, .drops, .keepsBacklog]) {
      upstream,
      around in
      upstream.flatMap(maxPublishers: .max(2)) { value in
        around.touch()
        return Just(value).setFailureType(to: Problem.self).receive(on: around.clock)
      }
    },
    OperatorCase("switchToLatest", [.indirect, .drops]) { upstream, around in
      living(upstream) { upstream, child in
        upstream.map { value -> Ints in
          around.touch()
          return child(value)
        }.switchToLatest().eraseToAnyPublisher()
      }
    },
  ]
}
