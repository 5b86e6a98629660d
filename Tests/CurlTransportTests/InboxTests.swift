import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct InboxTests {
  @Test func `cancelling what is not submitted yet leaves the loop alone`() {
    var inbox = Inbox()
    let needsWaking = inbox.cancel(inbox.reserve())

    #expect(!needsWaking)
    #expect(inbox.takeCommands().isEmpty)
  }

  @Test func `cancelling what is over, or never was, does nothing`() {
    var inbox = Inbox()
    let id = inbox.reserve()
    inbox.finish(id)

    let answers = [inbox.cancel(id), inbox.cancel(99)]

    #expect(answers == [false, false])
  }

  @Test func `each request has an id of its own`() {
    var inbox = Inbox()

    let ids = [inbox.reserve(), inbox.reserve()]

    #expect(Set(ids).count == 2)
  }

  @Test func `without libcurl, who waits and who comes later are refused alike`() throws {
    var inbox = Inbox()
    let (early, late, cancelled) = (inbox.reserve(), inbox.reserve(), inbox.reserve())
    _ = inbox.cancel(cancelled)
    let first = inbox.submit(try submission(early))

    inbox.refuseAll(because: "gone")
    let waiting = inbox.takeWaiting()
    let second = inbox.submit(try submission(late))
    let third = inbox.submit(try submission(cancelled))

    #expect(first == .accepted)
    #expect(waiting.map(\.id) == [early])
    #expect(second == .refused("gone"))
    #expect(third == .cancelled)
    #expect(inbox.takeCommands().isEmpty)
  }

  @Test func `who was refused for want of a thread leaves nothing behind`() throws {
    var inbox = Inbox()
    let (running, waiting, later) = (inbox.reserve(), inbox.reserve(), inbox.reserve())
    _ = inbox.submit(try submission(running))
    _ = inbox.takeCommands()
    _ = inbox.submit(try submission(waiting))

    let refused = inbox.takeWaiting()
    let answers = [inbox.cancel(waiting), inbox.cancel(running)]
    let admission = inbox.submit(try submission(later))

    #expect(refused.map(\.id) == [waiting])
    #expect(answers == [false, true])
    #expect(admission == .accepted)
  }

  private func submission(_ id: Submission.ID) throws -> Submission {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/")
    let request = CurlRequest(TransportRequest(head: head), configuration: CurlConfiguration())
    return Submission(id: id, request: request, waiter: Waiter())
  }
}
