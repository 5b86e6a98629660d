/// The way in which a response is sent.
enum Delivery: Sendable {
  case response(SandboxResponse)
  /// The first bytes of the body, then the connection closes.
  case truncated(SandboxResponse, bytes: Int)
  /// Nothing: the connection closes.
  case dropped
}

extension GitHubService {
  /// The response to a request, changed by the fault scripted for it.
  func deliver(_ request: SandboxRequest, through fault: SandboxFault?) async throws -> Delivery {
    switch fault {
    case .respond(let status, let headers, let body):
      return .response(SandboxResponse(status: status, headers: headers, body: Array(body.utf8)))
    case .drop: return .dropped
    case .delay(let duration): try await Task.sleep(for: duration)
    case .hold(let gate): try await gate.pass()
    default: break
    }
    let normal = respond(to: request)
    if case .holdResponse(let gate) = fault { try await gate.pass() }
    return Self.delivery(of: normal, through: fault)
  }

  private static func delivery(
    of normal: SandboxResponse,
    through fault: SandboxFault?
  ) -> Delivery {
    var response = normal
    switch fault {
    case .truncate(let bytes): return .truncated(normal, bytes: bytes)
    case .dropResponse: return .dropped
    case .replaceBody(let body): response.body = Array(body.utf8)
    case .addHeaders(let headers): response.headers.merge(headers)
    case .incompleteResults: response.body = incomplete(normal.body)
    case .respond, .delay, .hold, .holdResponse, .drop, nil: break
    }
    return .response(response)
  }

  private static func incomplete(_ body: [UInt8]) -> [UInt8] {
    let flag = #""incomplete_results":"#
    return Array(
      String(decoding: body, as: UTF8.self)
        .replacing(flag + "false", with: flag + "true", maxReplacements: 1).utf8
    )
  }
}
