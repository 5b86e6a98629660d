import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct SubmissionQueueTests {
  @Test func `canceling a request that has ended, or never existed, does nothing`() {
    var queue = SubmissionQueue()
    let id = queue.submit(request()).id
    queue.finish(id)

    let answers = [queue.cancel(id), queue.cancel(99)]

    #expect(answers == [false, false])
  }

  @Test func `each request has its own id`() {
    var queue = SubmissionQueue()

    let ids = [queue.submit(request()).id, queue.submit(request()).id]

    #expect(Set(ids).count == 2)
  }

  @Test func `without libcurl, waiting requests and later ones are refused`() {
    var queue = SubmissionQueue()
    let early = queue.submit(request())

    queue.refuseAll(because: "gone")
    let waiting = queue.takeWaiting()
    let late = queue.submit(request())
    let isCancelled = queue.cancel(late.id)

    #expect(waiting.map(\.id) == [early.id])
    #expect(queue.problem == "gone")
    #expect(queue.takeCommands().isEmpty)
    #expect(!isCancelled)
  }

  @Test func `removes the requests that are refused because no thread is left`() {
    var queue = SubmissionQueue()
    let running = queue.submit(request())
    _ = queue.takeCommands()
    let waiting = queue.submit(request())

    let refused = queue.takeWaiting()
    let answers = [queue.cancel(waiting.id), queue.cancel(running.id)]
    _ = queue.submit(request())

    #expect(refused.map(\.id) == [waiting.id])
    #expect(answers == [false, true])
    #expect(queue.problem == nil)
  }

  private func request() -> CurlRequest {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/")
    return CurlRequest(
      TransportRequest(head: head),
      configuration: CurlConfiguration(),
      trust: TrustStore()
    )
  }
}
