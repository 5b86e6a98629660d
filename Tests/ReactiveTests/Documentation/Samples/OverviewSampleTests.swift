import Reactive
import ReactiveTesting
import Testing

@Suite struct OverviewSampleTests {
  @Test func `a search follows a typist`() async {
    let clock = VirtualTimeScheduler()
    let (shown, continuation) = AsyncStream.makeStream(of: [String].self)
    let show: @Sendable ([String]) -> Void = { continuation.yield($0) }

    let text = PassthroughSubject<String, Never>()

    let search =
      text
      .debounce(for: .milliseconds(300), scheduler: clock)
      .removeDuplicates()
      .map { text in Future { await repositories(matching: text) } }
      .switchToLatest()
      .sink { show($0) }

    text.send("s")
    text.send("sw")
    text.send("swift")

    clock.advance(by: .milliseconds(300))
    var answers = shown.makeAsyncIterator()
    #expect(await answers.next() == ["swift/swift"])
    search.cancel()
  }

  @Test func `a future makes a publisher of an async function`() async {
    let query = ["swift"].publisher
    let search: @Sendable (String) async throws -> [String] = { await repositories(matching: $0) }
    let answers =
      query
      .map { text in Future { try await search(text) } }
      .switchToLatest()  // a new text cancels the search for the old one

    for await answer in answers.replaceError(with: []).values {
      #expect(answer == ["swift/swift"])
    }
  }

  @Test func `sources`() async {
    let names = PassthroughSubject<String, Never>()
    let count = CurrentValueSubject<Int, Never>(0)
    let answer = Future { await repositories(matching: "swift") }
    let numbers = (1...3).publisher

    #expect(Recorder(names).events == [.subscription])
    #expect(Recorder(count).values == [0])
    #expect(Recorder(numbers).values == [1, 2, 3])
    #expect(await answer.value == ["swift/swift"])
  }
}

private func repositories(matching text: String) async -> [String] {
  ["\(text)/\(text)"]
}
