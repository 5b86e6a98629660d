import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct RequestQueueTests {
  private let failure = TransportError(.other, host: "h", reason: "gone")

  private var request: CurlRequest {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/")
    return CurlRequest(
      message: TransportRequest(head: head),
      configuration: CurlConfiguration(),
      trust: TrustStore()
    )
  }

  @Test func `a request ends once, and is then neither canceled nor ended again`() async {
    var queue = RequestQueue()

    let outcome = await withCheckedContinuation { continuation in
      let id = queue.nextID()
      queue.submit(request, id, continuation)
      #expect(queue.cancel(id) && !queue.cancel(99))
      queue.finish(id)?.continuation.resume(returning: .failure(failure))
      #expect(!queue.cancel(id) && queue.finish(id) == nil)
    }

    #expect(throws: failure) { try outcome.get() }
    #expect(queue.takeCommands().count == 2 && queue.takeCommands().isEmpty)
  }

  @Test func `each request has its own id`() {
    var queue = RequestQueue()

    #expect(queue.nextID() != queue.nextID())
  }

  @Test func `one caller starts the thread, and another one if the system had none`() {
    var queue = RequestQueue()

    let claims = [queue.claimsThread(), queue.claimsThread()]
    queue.hasThread = false

    #expect(claims == [true, false] && queue.claimsThread())
  }
}
