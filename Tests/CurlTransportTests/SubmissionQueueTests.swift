import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct SubmissionQueueTests {
  @Test func `cancelling a request that is not submitted yet does not wake the loop`() {
    var queue = SubmissionQueue()
    let needsWaking = queue.cancel(queue.reserve())

    #expect(!needsWaking)
    #expect(queue.takeCommands().isEmpty)
  }

  @Test func `cancelling a request that has ended, or never existed, does nothing`() {
    var queue = SubmissionQueue()
    let id = queue.reserve()
    queue.finish(id)

    let answers = [queue.cancel(id), queue.cancel(99)]

    #expect(answers == [false, false])
  }

  @Test func `each request has its own id`() {
    var queue = SubmissionQueue()

    let ids = [queue.reserve(), queue.reserve()]

    #expect(Set(ids).count == 2)
  }

  @Test func `without libcurl, waiting requests and later ones are refused`() throws {
    var queue = SubmissionQueue()
    let (early, late, cancelled) = (queue.reserve(), queue.reserve(), queue.reserve())
    _ = queue.cancel(cancelled)
    let first = queue.submit(try submission(early))

    queue.refuseAll(because: "gone")
    let waiting = queue.takeWaiting()
    let second = queue.submit(try submission(late))
    let third = queue.submit(try submission(cancelled))

    #expect(first == .accepted)
    #expect(waiting.map(\.id) == [early])
    #expect(second == .refused("gone"))
    #expect(third == .cancelled)
    #expect(queue.takeCommands().isEmpty)
  }

  @Test func `removes the requests that are refused because no thread is left`() throws {
    var queue = SubmissionQueue()
    let (running, waiting, later) = (queue.reserve(), queue.reserve(), queue.reserve())
    _ = queue.submit(try submission(running))
    _ = queue.takeCommands()
    _ = queue.submit(try submission(waiting))

    let refused = queue.takeWaiting()
    let answers = [queue.cancel(waiting), queue.cancel(running)]
    let admission = queue.submit(try submission(later))

    #expect(refused.map(\.id) == [waiting])
    #expect(answers == [false, true])
    #expect(admission == .accepted)
  }

  private func submission(_ id: Submission.ID) throws -> Submission {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/")
    let request = CurlRequest(
      TransportRequest(head: head),
      configuration: CurlConfiguration(),
      trust: TrustStore()
    )
    return Submission(id: id, request: request, waiter: Waiter())
  }
}
