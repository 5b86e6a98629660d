import Testing

@testable import RepositoryStore

@Suite struct BusyWaitTests {
  @Test func `tries again after some milliseconds, for five seconds`() {
    let pauses = pauses(true)

    #expect(Set(pauses) == Set(1...7))
    #expect(pauses.prefix(7) != pauses.prefix(7).sorted()[...])
    #expect((4990...5010).contains(pauses.reduce(0, +)))
    #expect(BusyWait.milliseconds(afterTries: 2000, true) == nil)
  }

  @Test func `waits a fifth of a second for data that can be fetched again`() {
    #expect((190...210).contains(pauses(false).reduce(0, +)))
  }

  private func pauses(_ isLasting: Bool) -> [Int] {
    (0..<2000).compactMap { BusyWait.milliseconds(afterTries: $0, isLasting) }
  }
}
