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
}
