import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import Testing

/// The published stream as one history, and its end.
@Suite struct StreamTests {
  @Test func `publishes the phases of a search in order`() throws {
    let harness = SearchHarness()
    let recorder = Recorder(harness.model.states.map(\.phase).removeDuplicates())

    harness.type("swift")
    harness.wait(810)
    harness.answer(try repositories(1...3))
    harness.edit("swiftui")
    harness.edit("swift")

    #expect(
      recorder.values == [
        .idle, .awaitingEnter(.unfinished), .debouncing, .searching(isLate: false),
        .searching(isLate: true), .loaded, .debouncing, .loaded,
      ]
    )
    #expect(recorder.overlaps == 0)
  }

  @Test func `a failure is a state, not the end of the stream`() {
    let harness = SearchHarness()
    let recorder = Recorder(harness.model.states.map(\.phase).removeDuplicates())

    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.unreachable, "no route")))

    #expect(recorder.values.last == .failed)
    #expect(!recorder.events.contains(.finished))
  }

  @Test func `publishes each state once`() {
    let harness = SearchHarness()
    let recorder = Recorder(harness.model.states)

    for count in 0..<5 { harness.act(.showDetail(count % 4 < 2)) }

    #expect(recorder.values.map(\.isDetailShown) == [false, true, false, true])
  }

  @Test func `applies an action before send returns`() {
    let harness = SearchHarness()

    harness.model.actions.send(.edit("swift", .typed))

    #expect(harness.state.text == "swift")
    #expect(harness.state.phase == .debouncing)
  }

  @Test func `releasing the view model cancels everything and frees it`() throws {
    let searches = Calls<SearchRequest, Result<RepositoryPage, SearchFailure>>()
    weak var model: SearchViewModel?
    do {
      let harness = SearchHarness(
        sharing: Guarded(FakeRateLimit()),
        on: VirtualTimeScheduler(),
        answering: searches
      )
      harness.paste("swift")
      model = harness.model
      #expect(model != nil)
    }

    #expect(model == nil)
    #expect(searches.canceled == [0])
  }

  @Test func `a sync reports its progress, and canceling it ends its task`() {
    let harness = SearchHarness()
    harness.act(.sync)
    let report = harness.syncs.inputs[0]

    report(CopyProgress(done: 1, total: 4))
    harness.wait(0)
    #expect(harness.state.sync == CopyProgress(done: 1, total: 4))
    harness.act(.cancelSync)
    #expect(harness.syncs.canceled == [0])
    report(CopyProgress(done: 2, total: 4))
    harness.syncs.answer(SearchFailure(.canceled))

    #expect(harness.state.sync == nil)
    #expect(harness.state.banner == nil)
  }

  @Test func `handles texts from many threads one at a time`() {
    let harness = SearchHarness()
    let recorder = Recorder(harness.model.states)

    race(threads: 8) { thread in
      for index in 0..<50 { harness.model.actions.send(.edit("\(thread) \(index)", .whole)) }
    }

    #expect(recorder.overlaps == 0)
    #expect(harness.state.text.hasSuffix("49"))
  }
}
