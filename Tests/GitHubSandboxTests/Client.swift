import Foundation
import GitHubSandbox
import JSON

/// Sends requests to a sandbox's service without a network, with the headers that every client
/// sends.
struct Client {
  let service: GitHubService
  var token: String? = SandboxToken.demonstration.value

  init(_ configure: (inout SandboxConfiguration) -> Void = { _ in }) {
    var configuration = SandboxConfiguration()
    configuration.clock = ManualSandboxClock()
    configure(&configuration)
    service = GitHubService(configuration)
  }

  /// Creates a client for another user of the same service.
  init(_ other: Client, token: String) {
    service = other.service
    self.token = token
  }

  func send(
    _ method: String = "GET",
    _ target: String,
    headers: HeaderFields = [:],
    body: String = ""
  ) -> SandboxResponse {
    var fields: HeaderFields = ["User-Agent": "tests"]
    fields["Authorization"] = token.map { "Bearer \($0)" }
    for field in headers.fields { fields[field.name] = field.value }
    return service.respond(
      to: SandboxRequest(method: method, target: target, headers: fields, body: Array(body.utf8))
    )
  }

  /// The full names found by a search, in order; encodes `query`.
  func search(_ query: String) throws -> [String] {
    let encoded = query.utf8.map { String(format: "%%%02X", $0) }.joined()
    let answer = send("GET", "/search/repositories?q=\(encoded)&per_page=100")
    return try answer.json()["items"]?.elements.compactMap { $0["full_name"]?.string } ?? []
  }
}

extension SandboxResponse {
  func json() throws -> JSONValue {
    try JSONElement(body).value ?? .null
  }
}

extension JSONValue {
  /// The elements of an array; empty for any other value.
  var elements: [JSONValue] { array ?? [] }

  /// A whole number; nil for any other value.
  var int: Int? { if case .number(let number) = self { Int(number) } else { nil } }
}
