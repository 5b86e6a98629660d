/// A request as the sandbox received it.
package struct SandboxRequest: Sendable {
  package let method: String
  /// Path and query exactly as they came, percent signs included.
  package let target: String
  package let headers: HeaderFields
  package let body: [UInt8]

  package init(
    method: String = "GET",
    target: String,
    headers: HeaderFields = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The target up to the `?`, as it came.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The target after the `?`, as it came; empty without one.
  package var query: String {
    String(target.dropFirst(path.count + 1))
  }

  /// The decoded value of a query parameter, `+` being a space; the last one counts, as at GitHub.
  package func parameter(_ name: String) -> String? {
    QueryParameters(query).values.last { $0.name == name }?.value
  }
}
