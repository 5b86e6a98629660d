import Testing

@testable import RepositoryStore

@Suite struct BusyWaitTests {
  @Test func `tries again after some milliseconds, for five seconds`() {
    let pauses = (0..<2000).compactMap { BusyWait.milliseconds(afterTries: $0) }

    #expect(Set(pauses) == Set(1...7))
    #expect(pauses.prefix(7) != pauses.prefix(7).sorted()[...])
    #expect((4990...5010).contains(pauses.reduce(0, +)))
    #expect(BusyWait.milliseconds(afterTries: 2000) == nil)
  }
}
