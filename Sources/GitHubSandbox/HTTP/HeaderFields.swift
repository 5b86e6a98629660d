/// HTTP header fields in order; names are told apart without regard to case (RFC 9110, 5.1).
package struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a field; setting replaces all of them, nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Takes over every field of `other`, replacing those of the same name.
  mutating func merge(_ other: HeaderFields) {
    for field in other.fields { self[field.name] = field.value }
  }
}
