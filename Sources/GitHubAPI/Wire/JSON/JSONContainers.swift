/// The members of an object.
struct JSONObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    decoder.text.members(of: decoder.node).compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { node(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: member(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let node = node(key), decoder.text.kind(node) != .null else { return nil }
    return try Value(from: decoder.child(node, key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func node(_ key: Key) -> Int? {
    decoder.text.value(of: key.stringValue, in: decoder.node)
  }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    if let node = node(key) { return decoder.child(node, key) }
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    throw DecodingError.keyNotFound(key, context)
  }
}

/// The elements of an array, one after another.
struct JSONArrayContainer: UnkeyedDecodingContainer {
  private let decoder: JSONValueDecoder
  private var node: Int
  private(set) var currentIndex = 0

  init(decoder: JSONValueDecoder) {
    self.decoder = decoder
    node = decoder.node + 1
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  /// Not known without walking through them.
  var count: Int? { nil }
  var isAtEnd: Bool { node >= decoder.text.next(decoder.node) }

  mutating func decodeNil() throws -> Bool {
    guard try element().decodeNil() else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try Value(from: element())
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try element().container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element().unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try element()
    advance()
    return element
  }

  private func element() throws -> JSONValueDecoder {
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
      throw DecodingError.valueNotFound(Any.self, context)
    }
    return decoder.child(node, Index(intValue: currentIndex))
  }

  private mutating func advance() {
    node = decoder.text.next(node)
    currentIndex += 1
  }

  private struct Index: CodingKey {
    let number: Int

    init(intValue: Int) { number = intValue }
    init?(stringValue: String) { return nil }

    var intValue: Int? { number }
    var stringValue: String { "\(number)" }
  }
}
