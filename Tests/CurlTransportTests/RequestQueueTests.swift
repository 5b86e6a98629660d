import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct RequestQueueTests {
  private let failure = CurlRequest.Outcome.failure(
    TransportError(.other, host: "h", reason: "gone")
  )

  private var request: CurlRequest {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/")
    return CurlRequest(
      message: TransportRequest(head: head),
      configuration: CurlConfiguration(),
      trust: TrustStore()
    )
  }

  @Test func `a finished request can be neither canceled nor finished again`() async {
    var queue = RequestQueue()

    let outcome = await withCheckedContinuation { continuation in
      let id = queue.nextID()
      queue.submit(request, id, continuation)
      #expect(queue.cancel(id) != nil && queue.cancel(99) == nil)
      queue.finish(id, with: failure)?.resume(returning: failure)
      #expect(queue.cancel(id) == nil && queue.finish(id, with: failure) == nil)
    }

    #expect(throws: TransportError.self) { try outcome.get() }
    #expect(queue.takeCommands().count == 2 && queue.takeCommands().isEmpty)
  }

  @Test func `a timeout ends an idle thread`() async {
    var queue = RequestQueue()
    let timeOut = CurlRequest.Outcome.failure(TransportError(.timeout, host: "h", reason: "slow"))
    var ends: [Bool] = []

    for outcome in [failure, timeOut] {
      _ = await withCheckedContinuation { continuation in
        let id = queue.nextID()
        queue.submit(request, id, continuation)
        ends.append(queue.endsThread())
        _ = queue.takeCommands()
        queue.finish(id, with: outcome)?.resume(returning: outcome)
        ends.append(queue.endsThread())
      }
    }

    #expect(ends == [false, false, false, true])
    #expect(queue.isRetired && queue.claimsThread())
  }

  @Test func `each request has a different ID`() {
    var queue = RequestQueue()

    #expect(queue.nextID() != queue.nextID())
  }

  @Test func `one caller starts the thread, and another retries if that failed`() {
    var queue = RequestQueue()

    let claims = [queue.claimsThread(), queue.claimsThread()]
    queue.hasThread = false

    #expect(claims == [true, false] && queue.claimsThread())
  }
}
