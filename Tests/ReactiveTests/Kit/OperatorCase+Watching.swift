import Reactive

extension OperatorCase {
  /// Operators that change nothing, or only the demand.
  static let watching: [OperatorCase] = [
    OperatorCase("handleEvents", [.keepsAll]) { upstream, around in
      upstream.handleEvents(
        receiveSubscription: { _ in around.touch() },
        receiveOutput: { _ in around.touch() },
        receiveCompletion: { _ in around.touch() },
        receiveCancel: { around.touch() },
        receiveRequest: { _ in around.touch() }
      )
    },
    OperatorCase("print", [.keepsAll, .plain]) { upstream, _ in
      upstream.print("", to: Nowhere())
    },
    OperatorCase("eraseToAnyPublisher", [.keepsAll, .passesSubscription, .trusts, .plain]) {
      upstream,
      _ in
      upstream.eraseToAnyPublisher()
    },
    OperatorCase("buffer(keepFull)", [.keepsAll, .keepsBacklog, .plain]) { upstream, _ in
      upstream.buffer(size: 1_000, prefetch: .keepFull, whenFull: .dropOldest)
    },
    OperatorCase("buffer(byRequest)", [.keepsAll, .keepsBacklog, .plain]) { upstream, _ in
      upstream.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
    },
  ]
}

/// A text stream that forgets.
struct Nowhere: TextOutputStream, Sendable {
  mutating func write(_ string: String) {}
}
