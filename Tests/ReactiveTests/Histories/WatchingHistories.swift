import Reactive
import ReactiveTesting
import Testing

@Suite struct WatchingHistories {
  @Test func `handleEvents tells of everything in order`() {
    let log = Box<[String]>([])
    let note: @Sendable (String) -> Void = { line in log.change { $0.append(line) } }
    let chain = [1].publisher.handleEvents(
      receiveSubscription: { note("subscription \($0)") },
      receiveOutput: { note("value \($0)") },
      receiveCompletion: { note("\($0)") },
      receiveCancel: { note("cancel") },
      receiveRequest: { note("request \($0)") }
    )

    #expect(history(chain) == [.subscription, .value(1), .finished])
    #expect(log.value == ["subscription Sequence", "request unlimited", "value 1", "finished"])
  }

  @Test func `handleEvents tells of a cancel`() {
    let cancels = Box(0)
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject.handleEvents(receiveCancel: { cancels.count() }))

    recorder.cancel()

    #expect(cancels.value == 1)
  }

  @Test func `print writes a line for everything`() {
    let log = Lines()
    let recorder = Recorder([1, 2].publisher.print("numbers", to: log), demand: .max(1))
    recorder.request(.max(5))

    #expect(
      log.lines.value == [
        "numbers: receive subscription: (Sequence)",
        "numbers: request max: (1)",
        "numbers: receive value: (1)",
        "numbers: request max: (5)",
        "numbers: receive value: (2)",
        "numbers: receive finished",
      ]
    )
  }

  @Test func `print writes of a failure and of a cancel`() {
    let log = Lines()
    let failed = Recorder(failing().print(to: log))
    let cancelled = Recorder(PassthroughSubject<Int, Never>().print(to: log))
    cancelled.cancel()

    #expect(failed.events == [.subscription, .failure(.broken)])
    #expect(log.lines.value.contains("receive error: (broken)"))
    #expect(log.lines.value.last == "receive cancel")
  }

  @Test func `print loses no line while threads race, to a stream that is a value as well`() {
    let lines = Box<[String]>([])
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject.print(to: ValueStream(shown: lines)), demand: .none)

    race(threads: 4) { thread in
      for value in 0..<250 {
        if thread == 0 { subject.send(value) } else { recorder.request(.max(1)) }
      }
    }

    #expect(lines.value.count { $0.hasPrefix("request") } == 750)
    #expect(lines.value.count { $0.hasPrefix("receive value") } == recorder.values.count)
    #expect(lines.value.count == 1 + 750 + recorder.values.count)
  }

  /// A stream that keeps what it was given in itself, and shows a copy.
  private struct ValueStream: TextOutputStream, Sendable {
    let shown: Box<[String]>
    private var lines: [String] = []

    init(shown: Box<[String]>) {
      self.shown = shown
    }

    mutating func write(_ string: String) {
      guard !string.isEmpty, string != "\n" else { return }
      lines.append(string)
      shown.value = lines
    }
  }
}

/// A text stream that keeps whole lines.
private struct Lines: TextOutputStream, Sendable {
  let lines = Box<[String]>([])

  mutating func write(_ string: String) {
    let text = string.split(separator: "\n").map(String.init)
    lines.change { $0 += text }
  }
}
