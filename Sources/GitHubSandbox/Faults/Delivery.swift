/// How an answer leaves the sandbox.
enum Delivery: Sendable {
  case answer(SandboxResponse)
  /// Only so many bytes of the body, then the connection closes.
  case truncated(SandboxResponse, bytes: Int)
  /// Not a byte, then the connection closes.
  case dropped
}

extension GitHubService {
  /// Answers a request through the fault that was scripted for it.
  func deliver(_ request: SandboxRequest, through fault: SandboxFault?) async throws -> Delivery {
    switch fault {
    case .respond(let status, let headers, let body):
      return .answer(SandboxResponse(status: status, headers: headers, body: Array(body.utf8)))
    case .drop: return .dropped
    case .delay(let duration): try await Task.sleep(for: duration)
    case .hold(let gate): try await gate.pass()
    default: break
    }
    let usual = answer(request)
    if case .holdAnswer(let gate) = fault { try await gate.pass() }
    return Self.delivery(of: usual, through: fault)
  }

  private static func delivery(
    of usual: SandboxResponse,
    through fault: SandboxFault?
  ) -> Delivery {
    var answer = usual
    switch fault {
    case .truncate(let bytes): return .truncated(usual, bytes: bytes)
    case .dropAnswer: return .dropped
    case .replaceBody(let body): answer.body = Array(body.utf8)
    case .addHeaders(let headers): answer.headers.merge(headers)
    case .incompleteResults: answer.body = incomplete(usual.body)
    case .respond, .delay, .hold, .holdAnswer, .drop, nil: break
    }
    return .answer(answer)
  }

  private static func incomplete(_ body: [UInt8]) -> [UInt8] {
    let text = String(decoding: body, as: UTF8.self)
    guard let flag = text.firstRange(of: #""incomplete_results":false"#) else { return body }
    return Array(text.replacingCharacters(in: flag, with: #""incomplete_results":true"#).utf8)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
