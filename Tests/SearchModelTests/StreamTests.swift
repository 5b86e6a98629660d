import GitHubModel
import Locking
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// The published stream as one history, and its end.
@Suite struct StreamTests {
  @Test func `tells the life of a search in order`() throws {
    let desk = Desk()
    let recorder = Recorder(desk.model.states.map(\.phase).removeDuplicates())

    desk.type("swift")
    desk.wait(500)
    desk.answer(try repositories(1...3))
    desk.edit("swiftui")
    desk.edit("swift")

    #expect(
      recorder.values == [
        .idle, .resting, .searching(isLate: false), .searching(isLate: true), .loaded, .resting,
        .loaded,
      ]
    )
    #expect(recorder.overlaps == 0)
  }

  @Test func `a failure is a state, not the end`() {
    let desk = Desk()
    let recorder = Recorder(desk.model.states.map(\.phase).removeDuplicates())

    desk.paste("swift")
    desk.answer(.failure(.offline("no route")))

    #expect(recorder.values.last == .failed)
    #expect(!recorder.events.contains(.finished))
  }

  @Test func `a state is told once, and each action that it knows of counts`() {
    let desk = Desk()
    let recorder = Recorder(desk.model.states)

    for _ in 0..<5 { desk.act(.dismissBanner) }

    #expect(recorder.values.map(\.actionCount) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `who drops the view model cancels what is under way and frees all`() throws {
    let searches = Calls<SearchRequest, SearchOutcome>()
    weak var model: SearchViewModel?
    do {
      let desk = Desk(
        sharing: Guarded(SearchBudget(for: .signedIn)),
        on: VirtualTimeScheduler(),
        answering: searches
      )
      desk.paste("swift")
      model = desk.model
      #expect(model != nil)
    }

    #expect(model == nil)
    #expect(searches.cancelled == [0])
  }

  @Test func `texts from many threads are taken in one at a time`() {
    let desk = Desk()
    let recorder = Recorder(desk.model.states)

    race(threads: 8) { thread in
      for index in 0..<50 { desk.model.query.send(QueryInput("\(thread) \(index)", .whole)) }
    }

    #expect(recorder.overlaps == 0)
    #expect(desk.state.text.hasSuffix("49"))
  }
}
