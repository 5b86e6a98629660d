internal import FlyingFox
internal import FlyingSocks
private import Foundation
import System

/// Converts FlyingFox's requests to the sandbox's, and the sandbox's responses to FlyingFox's.
struct SandboxHandler: HTTPHandler {
  let service: GitHubService
  let journal: RequestJournal
  let latency: Duration

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let received = SandboxRequest(
      method: request.method.rawValue,
      target: request.target.rawValue,
      headers: HeaderFields(request.headers),
      body: Array(try await request.bodyData)
    )
    let fault = journal.record(received)
    if latency > .zero { try await Task.sleep(for: latency) }
    return try await service.deliver(received, through: fault).httpResponse
  }
}

extension HeaderFields {
  fileprivate init(_ headers: HTTPHeaders) {
    self = [:]
    for header in headers.keys { self[header.rawValue] = headers[header] }
  }
}

extension Delivery {
  fileprivate var httpResponse: HTTPResponse {
    switch self {
    case .response(let response): response.httpResponse(HTTPBodySequence(data: Data(response.body)))
    case .truncated(let response, let bytes):
      response.httpResponse(
        HTTPBodySequence(
          from: CutBytes(bytes: Array(response.body.prefix(bytes))),
          count: response.body.count
        )
      )
    case .dropped: HTTPResponse(webSocket: ClosingHandler())
    }
  }
}

extension SandboxResponse {
  fileprivate func httpResponse(_ body: HTTPBodySequence) -> HTTPResponse {
    var fields = HTTPHeaders()
    for field in headers.fields { fields.addValue(field.value, for: HTTPHeader(field.name)) }
    return HTTPResponse(
      // HTTP/2 has no phrases, and clients ignore them.
      statusCode: HTTPStatusCode(status, phrase: ""),
      headers: fields,
      body: body
    )
  }
}

/// Bytes that end in an error, on which FlyingFox closes the connection before sending the
/// announced length.
struct CutBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  struct Interruption: Error {}

  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: ArraySlice<UInt8>

    mutating func next() async throws -> UInt8? {
      guard let byte = rest.popFirst() else { throw Interruption() }
      return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { throw Interruption() }
      let buffer = rest.prefix(Swift.max(count, 1))
      rest = rest.dropFirst(buffer.count)
      return buffer
    }
  }
}

/// Closes the connection without a byte.
///
/// FlyingFox writes the head of every response first, except for a WebSocket, whose handler it
/// calls earlier. Therefore only a failing handler can send nothing.
struct ClosingHandler: WSHandler {
  struct Refusal: Error {}

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    throw Refusal()
  }
}
