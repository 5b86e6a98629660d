import Reactive
import ReactiveTesting
import Testing

/// What to write instead of what Swift 6 refuses.
@Suite struct SwiftSixSampleTests {
  @Test func `the stream carries the state`() {
    let numbers = [1, 2, 3].publisher

    let totals = numbers.scan(0, +)

    #expect(Recorder(totals).values == [1, 3, 6])
  }

  @MainActor private final class Screen {
    var title = ""
  }

  @MainActor @Test func `an actor takes the values itself`() async {
    let screen = Screen()
    let titles = ["one", "two"].publisher

    for await title in titles.values { screen.title = title }

    #expect(screen.title == "two")
  }

  @Test func `an erased chain may be sent`() {
    let words = PassthroughSubject<String, Never>()

    start(words).cancel()
  }

  private func start(_ words: PassthroughSubject<String, Never>) -> AnyCancellable {
    let lengths = words.map { $0.count }.eraseToAnyPublisher()
    Task { for await length in lengths.values { print(length) } }
    return lengths.sink { print($0) }
  }
}
