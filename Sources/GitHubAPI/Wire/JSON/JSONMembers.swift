/// The members of an object.
///
/// A key is looked for behind the one that was found last, and then before it: whoever asks in the order
/// in which the text has them walks through the object once. Of a key that is there twice, it finds one.
struct JSONMembers {
  private let object: JSONElement
  /// The key that is looked at first.
  private var place: Int

  init(_ object: JSONElement) {
    self.object = object
    place = object.node + 1
  }

  /// Nil where the key is missing or null.
  mutating func element(_ key: StaticString) -> JSONElement? {
    guard let node = object.text.value(of: key, in: object.node, from: &place) else { return nil }
    let element = JSONElement(text: object.text, node: node)
    return element.isNull ? nil : element
  }

  /// - Throws: ``JSONMismatch`` where the key is missing, or its value is something else.
  mutating func value<Value: JSONReadable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws(JSONMismatch) -> Value {
    guard let node = object.text.value(of: key, in: object.node, from: &place) else {
      throw JSONMismatch(.missing(key), at: object.node)
    }
    return try Value(JSONElement(text: object.text, node: node))
  }

  /// The value, or nil where it is missing or null.
  ///
  /// - Throws: ``JSONMismatch`` where it is something else.
  mutating func optional<Value: JSONReadable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws(JSONMismatch) -> Value? {
    guard let element = element(key) else { return nil }
    return try Value(element)
  }

  /// The value, or nil where it is missing, null, or something else.
  mutating func lenient<Value: JSONReadable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) -> Value? {
    element(key).flatMap { try? Value($0) }
  }

  /// A count, or nil where it is missing, no whole number, or negative.
  mutating func count(_ key: StaticString) -> Int? {
    lenient(key, as: Int.self).flatMap { $0 < 0 ? nil : $0 }
  }

}
