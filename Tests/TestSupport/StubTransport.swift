import Foundation
package import HTTPTransport
package import HTTPTypes
import System

/// A transport that responds from a script.
///
/// It throws for unexpected requests; ``unused`` lists the exchanges never requested.
package final class StubTransport: HTTPTransport {
  /// An expected request and its response.
  package struct Exchange: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let result: Result<TransportResponse, TransportError>

    /// Creates an exchange; `path` is the whole target, such as
    /// `/search/repositories?q=swift&per_page=30`.
    package init(
      _ method: HTTPRequest.Method = .get,
      _ path: String,
      status: Int = 200,
      fields: HTTPFields = [:],
      body: String = ""
    ) {
      self.method = method
      self.path = path
      let head = HTTPResponse(status: .init(code: status), headerFields: fields)
      result = .success(TransportResponse(head: head, body: Array(body.utf8)))
    }

    package init(_ method: HTTPRequest.Method = .get, _ path: String, error: TransportError) {
      self.method = method
      self.path = path
      result = .failure(error)
    }
  }

  private struct State {
    var script: [Exchange]
    var requests: [HTTPRequest] = []
    var bodies: [String] = []
    var timeouts: [Duration] = []
  }

  private let state: Guarded<State>

  package convenience init(_ script: Exchange...) {
    self.init(script)
  }

  package init(_ script: [Exchange]) {
    state = Guarded(State(script: script))
  }

  package var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The body of each request; empty if it had none.
  package var bodies: [String] { state.withLock { $0.bodies } }
  /// The time limits of the requests so far.
  package var timeouts: [Duration] { state.withLock { $0.timeouts } }

  /// The expected targets that were never requested.
  package var unused: [String] { state.withLock { $0.script.map(\.path) } }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let exchange = state.withLock { state -> Exchange? in
      state.requests.append(request.head)
      state.bodies.append(String(decoding: request.body, as: UTF8.self))
      state.timeouts.append(request.timeout)
      return state.script.isEmpty ? nil : state.script.removeFirst()
    }
    let target = "\(request.head.method) \(request.head.path ?? "")"
    guard let exchange, target == "\(exchange.method) \(exchange.path)" else {
      throw TransportError(.other, host: "stub", reason: "unexpected \(target)")
    }
    return try exchange.result.get()
  }
}
