import Reactive

extension OperatorCase {
  private static let none = Empty<Int, Problem>()
  private static let zero: Ints =
    Just(0).setFailureType(to: Problem.self).eraseToAnyPublisher()
  /// One stream as several that live together and end with it, each of which sends every n-th value.
  ///
  /// The one that carries the others is the last one: a stream that plays at once does so when it is
  /// subscribed to. The others are subjects, and lose what is sent before they are asked.
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

  /// A stream of one value after the other that live until another stream ends.
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
  /// The one that the laws speak of comes first, the others stay silent, so that what comes out is
  /// what the first one sends.
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
