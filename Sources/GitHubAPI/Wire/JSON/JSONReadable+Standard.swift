extension String: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    if let value = json.text.string(json.node) {
      self = value
      return
    }
    switch json.text.kind(json.node) {
    case .string, .escapedString: throw json.unreadable
    case .object, .array, .number, .yes, .no, .null: throw json.mismatch
    }
  }
}

extension Bool: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    guard let value = json.text.bool(json.node) else { throw json.mismatch }
    self = value
  }
}

extension FixedWidthInteger {
  /// - Throws: ``JSONMismatch`` for what is no whole number or does not fit.
  init(_ json: JSONElement) throws(JSONMismatch) {
    if let value = json.text.integer(json.node, as: Self.self) {
      self = value
      return
    }
    throw json.text.kind(json.node) == .number ? json.unreadable : json.mismatch
  }
}

extension Int: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt64: JSONReadable {}

extension Array: JSONReadable where Element: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    self = try json.map { element throws(JSONMismatch) in try Element(element) }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Of a key that is there twice, it has the first value.
  init(_ json: JSONElement) throws(JSONMismatch) {
    guard json.text.kind(json.node) == .object else { throw json.mismatch }
    self.init()
    for (key, node) in json.text.members(of: json.node) where self[key] == nil {
      self[key] = try Value(JSONElement(text: json.text, node: node))
    }
  }
}

/// An element that may be unusable: a bad one becomes nil instead of losing its whole list.
struct Lossy<Element: JSONReadable>: JSONReadable {
  let element: Element?

  init(_ json: JSONElement) {
    element = try? Element(json)
  }
}
