/// Decodes one value of a JSON text.
///
/// Stands in for Foundation's decoder, which makes a dictionary of every object and took a third of
/// the time of a search: see decision 0051. Nothing is converted: neither keys nor dates.
struct JSONValueDecoder: Decoder {
  let text: JSONText
  let node: Int
  /// Nil at the top.
  let path: JSONPath?

  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard text.kind(node) == .object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(JSONObjectContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard text.kind(node) == .array else { throw mismatch([Any].self) }
    return JSONArrayContainer(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of a value in this one.
  func child(_ node: Int, _ key: some CodingKey) -> Self {
    Self(text: text, node: node, path: JSONPath(key: key, parent: path))
  }

  /// The value is there and is something else.
  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return text.kind(node) == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { text.kind(node) == .null }

  func decode(_ type: String.Type) throws -> String {
    if let value = text.string(node) { return value }
    guard text.kind(node) == .escapedString || text.kind(node) == .string else {
      throw mismatch(type)
    }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "no Unicode text")
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = text.bool(node) else { throw mismatch(type) }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    if let value = text.double(node) { return value }
    guard text.kind(node) == .number else { throw mismatch(type) }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "does not fit")
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    if let value = text.integer(node, as: type) { return value }
    guard text.kind(node) == .number else { throw mismatch(type) }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "does not fit")
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// The way to a value, as a list from the inside out: it is read only to say where one is wrong.
final class JSONPath {
  private let key: any CodingKey
  private let parent: JSONPath?

  init(key: any CodingKey, parent: JSONPath?) {
    self.key = key
    self.parent = parent
  }

  var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
}
