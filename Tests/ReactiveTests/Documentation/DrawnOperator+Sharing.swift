import Reactive

extension DrawnOperator {
  static let sharing = [
    Self("multicast(subject: subject)", subscribers: 2) { bench in
      let subject = PassthroughSubject<Int, Never>()
      return connected([1, 2].publisher.multicast(subject: subject), bench)
    },
    Self("makeConnectable()", subscribers: 2) { bench in
      connected([1, 2].publisher.makeConnectable(), bench)
    },
    Self("share()", subscribers: 2) { $0.ints("numbers").share().drawn },
    Self("autoconnect()") { bench in
      bench.ints("numbers").multicast(subject: PassthroughSubject()).autoconnect().drawn
    },
  ]

  /// Connects at the signal of the line `connect()`.
  private static func connected<P: ConnectablePublisher & Sendable>(
    _ publisher: P,
    _ bench: MarbleBench
  ) -> Drawn {
    let switchboard = Switchboard(publisher: publisher)
    bench["connect()"].subscribe(
      Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in switchboard.connect() })
    )
    return publisher.drawn
  }
}

private final class Switchboard<P: ConnectablePublisher>: @unchecked Sendable {
  // @unchecked Sendable because a diagram is played on one thread.
  private let publisher: P
  private var connection: (any Cancellable)?

  init(publisher: P) {
    self.publisher = publisher
  }

  func connect() {
    connection = publisher.connect()
  }
}
