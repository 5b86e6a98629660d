/// A request as the sandbox received it.
package struct SandboxRequest: Sendable {
  package let method: String
  /// The path and query exactly as received, percent-encoded.
  package let target: String
  package let headers: HeaderFields
  /// The body; empty if there is none.
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

  /// The target up to the `?`, undecoded.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The target after the `?`, undecoded; empty without one.
  package var query: String {
    String(target.dropFirst(path.count + 1))
  }

  /// The decoded value of a query parameter, with `+` as a space; the last one counts, as on
  /// GitHub.
  package func parameter(_ name: String) -> String? {
    QueryParameters(query).values.last { $0.name == name }?.value
  }
}

/// HTTP header fields in order, with case-insensitive names (RFC 9110, section 5.1).
package struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
  /// The fields in order.
  package private(set) var fields: [(name: String, value: String)] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a field; setting it replaces all values, and nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Adds the fields of `other`, replacing those with the same names.
  mutating func merge(_ other: HeaderFields) {
    for field in other.fields { self[field.name] = field.value }
  }
}

/// The parameters of a URL's query in order, form-decoded: `+` is a space, `%2B` a plus.
struct QueryParameters {
  let values: [(name: String, value: String, raw: String)]

  init(_ query: String) {
    values = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return (Self.decoded(parts[0]), Self.decoded(value), String(pair))
    }
  }

  private static func decoded(_ text: Substring) -> String {
    percentDecoded(text, plusIsSpace: true) ?? String(text)
  }
}
