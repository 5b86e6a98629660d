import JSON

/// A response of the sandbox.
package struct SandboxResponse: Sendable {
  package var status: Int
  package var headers: HeaderFields
  /// The body; empty if there is none.
  package var body: [UInt8]

  package init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a JSON body in GitHub's media type.
  static func json(_ value: JSONValue, status: Int = 200) -> Self {
    Self(
      status: status,
      headers: ["Content-Type": "application/json; charset=utf-8"],
      body: value.bytes
    )
  }

  static let noContent = Self(status: 204)
}
