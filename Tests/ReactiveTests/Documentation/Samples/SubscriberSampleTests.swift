import Reactive
import ReactiveTesting
import Testing

@Suite struct SubscriberSampleTests {
  private let words = PassthroughSubject<String, Never>()
  private let shown = Recorder<String, Never>()
  private var show: @Sendable (String) -> Void { { [shown] in _ = shown.receive($0) } }

  @Test func `streams live as long as their cancellables`() async {
    let (words, show) = (words, show)

    var streams = Set<AnyCancellable>()
    words.sink { show($0) }.store(in: &streams)

    for await word in ["a", "b"].publisher.values { show(word) }

    words.send("c")
    streams = []
    words.send("missed")
    #expect(shown.values == ["a", "b", "c"])
  }

  @Test func `a subscriber asks for one word after another`() {
    let (words, show) = (words, show)

    let reader = AnySubscriber<String, Never>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { word in
        show(word)
        return word == "stop" ? .none : .max(1)
      }
    )
    words.subscribe(reader)

    for word in ["go", "stop", "missed"] { words.send(word) }
    #expect(shown.values == ["go", "stop"])
  }
}
