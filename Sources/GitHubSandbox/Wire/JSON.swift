/// A JSON value whose objects keep the order of their members.
///
/// Written by hand because GitHub's members have an order worth showing and because ETags need the
/// same bytes every time.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The value, or null.
  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// The object's members followed by `more`; anything but an object stays as it is.
  func adding(_ more: [(String, JSON)]) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }

  /// The value as UTF-8 text without white space.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
