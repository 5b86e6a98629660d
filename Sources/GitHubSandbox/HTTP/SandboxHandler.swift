internal import FlyingFox
private import Foundation

/// Where FlyingFox's requests become the sandbox's, and the sandbox's answers FlyingFox's.
struct SandboxHandler: HTTPHandler {
  let service: GitHubService
  let journal: Journal
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
    case .answer(let answer): answer.httpResponse(HTTPBodySequence(data: Data(answer.body)))
    case .truncated(let answer, let bytes):
      answer.httpResponse(
        HTTPBodySequence(
          from: CutBytes(bytes: Array(answer.body.prefix(bytes))),
          count: answer.body.count
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
      statusCode: HTTPStatusCode(status, phrase: ReasonPhrase.of(status)),
      headers: fields,
      body: body
    )
  }
}
