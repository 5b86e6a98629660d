import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct WritePacerTests {
  @Test func `the first change goes at once and the next a second after its end`() async throws {
    let clock = ManualClock()
    let pacer = WritePacer(clock: clock)

    try await pacer.waitForTurn()
    clock.advance(by: .seconds(5))
    pacer.noteEndOfWrite()
    clock.advance(by: .milliseconds(400))
    try await pacer.waitForTurn()

    #expect(clock.sleeps == [.milliseconds(600)])
  }

  @Test func `a change that comes late enough does not wait`() async throws {
    let clock = ManualClock()
    let pacer = WritePacer(clock: clock)

    pacer.noteEndOfWrite()
    clock.advance(by: .seconds(1))
    try await pacer.waitForTurn()

    #expect(clock.sleeps == [])
  }

  @Test func `reading is not paced`() async throws {
    let clock = ManualClock()
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", body: repositoryJSON()),
      .init(.get, "/repos/octo/one", body: repositoryJSON()),
      .init(.put, "/user/starred/octo/one", status: 204),
      .init(.delete, "/user/starred/octo/one", status: 204)
    )
    let client = client(transport, pacer: WritePacer(clock: clock))

    _ = try await client.send(.repository(.one))
    _ = try await client.send(.repository(.one))
    try await client.star(.one)
    try await client.unstar(.one)

    #expect(clock.sleeps == [.seconds(1)])
  }
}
