/// A JSON document (RFC 8259) and the positions of its values.
///
/// A page of repositories has about 12,000 values, of which a fifth are read: a value is decoded only on
/// request. See decision 0002.
package final class JSONDocument: Sendable {
  /// One value, or the key of one.
  struct Node: Sendable {
    let kind: Kind
    /// The position of its first byte, after the quote of a string.
    let start: UInt32
    /// For an object or array, the node after its last descendant; for any other value, the position
    /// after its last byte, without the closing quote.
    var end: UInt32
  }

  enum Kind: UInt8, Sendable {
    case object, array, string, escapedString, number, yes, no, null

    var isContainer: Bool { self == .object || self == .array }
  }

  private let bytes: [UInt8]
  private let nodes: [Node]

  /// Checks the whole document, and finds its values.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON and for JSON that exceeds the limits.
  package init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONSyntaxError) {
    self.bytes = bytes
    var scanner = JSONScanner(bytes, limits: limits)
    nodes = try scanner.scan()
  }

  func kind(_ node: Int) -> Kind { nodes[node].kind }

  /// The node after a value and its descendants.
  func next(_ node: Int) -> Int {
    let found = nodes[node]
    return found.kind.isContainer ? Int(found.end) : node + 1
  }

  /// The bytes of a string, a number or a word.
  private func bytes(_ node: Int) -> ArraySlice<UInt8> {
    bytes[Int(nodes[node].start)..<Int(nodes[node].end)]
  }

  /// The value of a key, searched for from `place` to the object's end and then from its start.
  ///
  /// `place` moves to the key after the one found, so that reading members in order is linear.
  func value(of key: StaticString, in object: Int, from place: inout Int) -> Int? {
    let end = next(object)
    let found = key.withUTF8Buffer { [place] key in
      find(key, from: place, to: end) ?? find(key, from: object + 1, to: place)
    }
    guard let found else { return nil }
    place = next(found + 1)
    return found + 1
  }

  private func find(_ key: UnsafeBufferPointer<UInt8>, from first: Int, to end: Int) -> Int? {
    var member = first
    while member < end {
      // Most of the other keys have another length.
      let name = nodes[member]
      let length = Int(name.end - name.start)
      if length == key.count || name.kind == .escapedString, isKey(member, key) { return member }
      member = next(member + 1)
    }
    return nil
  }

  /// The keys of an object with the nodes of their values; keys that are not Unicode are left out.
  func members(of object: Int) -> [(key: String, value: Int)] {
    var members: [(String, Int)] = []
    var member = object + 1
    while member < next(object) {
      if let key = string(member) { members.append((key, member + 1)) }
      member = next(member + 1)
    }
    return members
  }

  /// Whether a key without escapes, which has this length, or one with escapes is this one.
  private func isKey(_ node: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let found = nodes[node]
    if found.kind == .escapedString {
      // An escape takes at most six bytes for one byte of text.
      guard found.end - found.start <= 6 * key.count else { return false }
      return string(node)?.utf8.elementsEqual(key) ?? false
    }
    // Keys of equal length usually differ in their first letter.
    let start = Int(found.start)
    return key.indices.allSatisfy { bytes[start + $0] == key[$0] }
  }

  /// The keys and indices that lead to a value, such as `["items", "[3]", "owner"]`.
  package func path(to node: Int) -> [String] {
    var path: [String] = []
    var place = 0
    while place < node, let step = step(from: place, to: node) {
      path.append(step.name)
      place = step.node
    }
    return path
  }

  /// The child that contains the node, or is the node.
  private func step(from container: Int, to node: Int) -> (name: String, node: Int)? {
    let isObject = kind(container) == .object
    var (child, index) = (container + 1, 0)
    while child <= node {
      let value = isObject ? child + 1 : child
      if node < next(value) { return (isObject ? string(child) ?? "" : "[\(index)]", value) }
      (child, index) = (next(value), index + 1)
    }
    return nil
  }
}

// MARK: Scalars

extension JSONDocument {
  /// The text of a string; nil for any other value, and for invalid Unicode.
  func string(_ node: Int) -> String? {
    switch kind(node) {
    case .string: text(bytes(node))
    case .escapedString: JSONEscapes.text(bytes(node))
    case .object, .array, .number, .yes, .no, .null: nil
    }
  }

  /// Most strings are ASCII; validating one looks up types, which takes as long as decoding it.
  private func text(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.allSatisfy(UTF8.isASCII)
      ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  /// A whole number that fits, also when written as `7.0` or `1e2`; nil for anything else.
  func integer<Number: FixedWidthInteger>(_ node: Int, as type: Number.Type) -> Number? {
    guard kind(node) == .number else { return nil }
    return Number(literal(node)) ?? exactly(node)
  }

  /// A finite number; nil for anything else.
  func double(_ node: Int) -> Double? {
    guard kind(node) == .number else { return nil }
    return Double(literal(node)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value of a whole number that is written with an exponent or a fraction.
  ///
  /// Nil from 2^53 on, where a `Double` may differ from what was written.
  private func exactly<Number: FixedWidthInteger>(_ node: Int) -> Number? {
    guard let value = double(node), value.magnitude < 0x1p53 else { return nil }
    return Number(exactly: value)
  }

  func bool(_ node: Int) -> Bool? {
    switch kind(node) {
    case .yes: true
    case .no: false
    case .object, .array, .string, .escapedString, .number, .null: nil
    }
  }

  /// The text of a number, which is ASCII.
  func literal(_ node: Int) -> String {
    String(decoding: bytes(node), as: UTF8.self)
  }
}

/// One value of a JSON document.
@usableFromInline package struct JSONElement {
  let text: JSONDocument
  let node: Int

  /// The top-level value of a document.
  package init(_ text: JSONDocument) {
    self.init(text: text, node: 0)
  }

  init(text: JSONDocument, node: Int) {
    self.text = text
    self.node = node
  }

  package var isNull: Bool { text.kind(node) == .null }

  /// A number as it is written; nil for any other value.
  package var numberText: String? { text.kind(node) == .number ? text.literal(node) : nil }

  /// The members of an object.
  ///
  /// - Throws: ``JSONTypeError`` if it is not an object.
  package func members() throws(JSONTypeError) -> JSONObject {
    guard text.kind(node) == .object else { throw mismatch }
    return JSONObject(self)
  }

  /// The elements of an array, converted by `read`.
  ///
  /// - Throws: ``JSONTypeError`` if it is not an array, and what `read` throws.
  @inlinable package func map<Value>(
    _ read: (JSONElement) throws(JSONTypeError) -> Value
  ) throws(JSONTypeError) -> [Value] {
    var values: [Value] = []
    for element in try elements() { values.append(try read(element)) }
    return values
  }

  /// The elements of an array.
  ///
  /// - Throws: ``JSONTypeError`` if it is not an array.
  @usableFromInline package func elements() throws(JSONTypeError) -> [JSONElement] {
    guard text.kind(node) == .array else { throw mismatch }
    var elements: [JSONElement] = []
    var place = node + 1
    let end = text.next(node)
    while place < end {
      elements.append(JSONElement(text: text, node: place))
      place = text.next(place)
    }
    return elements
  }

  /// The error for a value of an unexpected type.
  package var mismatch: JSONTypeError { JSONTypeError(.other, at: node) }

  /// The error for a value of the expected type that cannot be used.
  package var unreadable: JSONTypeError { JSONTypeError(.unreadable, at: node) }
}

/// The members of an object, read by key.
///
/// The search for a key starts after the one found last and wraps around, so reading members in the
/// order of the document takes one pass. Of a duplicate key, one is found.
///
/// The generic functions here are inlinable: other modules would run them unspecialized, which takes a
/// tenth more instructions to read a page.
@usableFromInline package struct JSONObject {
  private let object: JSONElement
  /// The node at which the next search starts.
  private var place: Int

  init(_ object: JSONElement) {
    self.object = object
    place = object.node + 1
  }

  /// The value, or nil if it is missing or null.
  @usableFromInline package mutating func element(_ key: StaticString) -> JSONElement? {
    guard let node = object.text.value(of: key, in: object.node, from: &place) else { return nil }
    let element = JSONElement(text: object.text, node: node)
    return element.isNull ? nil : element
  }

  /// The value, which must be there and not null.
  ///
  /// - Throws: ``JSONTypeError`` if it is missing or null.
  package mutating func required(_ key: StaticString) throws(JSONTypeError) -> JSONElement {
    guard let element = element(key) else { throw JSONTypeError(.missing(key), at: object.node) }
    return element
  }

  /// The value, which is required.
  ///
  /// - Throws: ``JSONTypeError`` if the key is missing or its value has another type.
  @inlinable package mutating func value<Value: JSONDecodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws(JSONTypeError) -> Value {
    try Value(member(key))
  }

  /// The value, which may be null.
  ///
  /// - Throws: ``JSONTypeError`` if it is missing.
  @usableFromInline package mutating func member(_ key: StaticString) throws(JSONTypeError)
    -> JSONElement
  {
    guard let node = object.text.value(of: key, in: object.node, from: &place) else {
      throw JSONTypeError(.missing(key), at: object.node)
    }
    return JSONElement(text: object.text, node: node)
  }

  /// The value, or nil if it is missing, null, or of another type.
  @inlinable package mutating func lenient<Value: JSONDecodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) -> Value? {
    guard let element = element(key) else { return nil }
    return try? Value(element)
  }

  /// The members of the object, or nil if it is missing or no object.
  package mutating func object(_ key: StaticString) -> JSONObject? {
    element(key).flatMap { try? $0.members() }
  }

  /// A count, or nil if it is missing, negative, or not a whole number.
  package mutating func count(_ key: StaticString) -> Int? {
    lenient(key, as: Int.self).flatMap { $0 < 0 ? nil : $0 }
  }
}

/// A value that is missing or of an unexpected type.
@usableFromInline package struct JSONTypeError: Error {
  package enum Kind {
    /// The object lacks this key.
    case missing(StaticString)
    /// The value has another type.
    case other
    /// The value has the expected type but cannot be used, such as a number out of range.
    case unreadable
  }

  package let kind: Kind
  /// The node in question, for ``JSONDocument/path(to:)``.
  package let node: Int

  init(_ kind: Kind, at node: Int) {
    (self.kind, self.node) = (kind, node)
  }
}

/// A type that can be read from a JSON value.
///
/// Like `Decodable` without its containers, whose generic types the runtime instantiates at first use,
/// which takes as long as reading a page of results. See decision 0002.
@usableFromInline package protocol JSONDecodable {
  /// Reads the value.
  ///
  /// - Throws: ``JSONTypeError`` if it has another type or cannot be used.
  init(_ json: JSONElement) throws(JSONTypeError)
}

extension String: JSONDecodable {
  @usableFromInline package init(_ json: JSONElement) throws(JSONTypeError) {
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

extension Bool: JSONDecodable {
  @usableFromInline package init(_ json: JSONElement) throws(JSONTypeError) {
    guard let value = json.text.bool(json.node) else { throw json.mismatch }
    self = value
  }
}

extension FixedWidthInteger {
  /// Reads a whole number.
  ///
  /// - Throws: ``JSONTypeError`` for a value that is not a whole number or does not fit.
  @usableFromInline package init(_ json: JSONElement) throws(JSONTypeError) {
    if let value = json.text.integer(json.node, as: Self.self) {
      self = value
      return
    }
    throw json.text.kind(json.node) == .number ? json.unreadable : json.mismatch
  }
}

extension Int: JSONDecodable {}
extension Int64: JSONDecodable {}

extension Array: JSONDecodable where Element: JSONDecodable {
  @inlinable package init(_ json: JSONElement) throws(JSONTypeError) {
    self = try json.map { element throws(JSONTypeError) in try Element(element) }
  }
}

extension JSONValue: JSONDecodable {
  /// A whole number that fits is a ``JSONValue/number(_:)``, any other a ``JSONValue/double(_:)``.
  package init(_ json: JSONElement) throws(JSONTypeError) {
    switch json.text.kind(json.node) {
    case .null: self = .null
    case .yes, .no: self = .bool(try Bool(json))
    case .string, .escapedString: self = .string(try String(json))
    case .array: self = .array(try [JSONValue](json))
    case .object:
      self = .object(
        try json.text.members(of: json.node).map { member throws(JSONTypeError) in
          (member.key, try JSONValue(JSONElement(text: json.text, node: member.value)))
        }
      )
    case .number:
      if let value = try? Int64(json) {
        self = .number(value)
      } else if let value = json.text.double(json.node) {
        self = .double(value)
      } else {
        throw json.unreadable
      }
    }
  }
}

/// An element of an array that may be unusable: it becomes nil, and the rest of the array is read.
///
/// It adds no constraint, which the runtime would look up for each type.
@usableFromInline package struct Lossy<Element> {
  /// The element; nil if it is unusable.
  @usableFromInline package let element: Element?
}

extension Lossy: JSONDecodable where Element: JSONDecodable {
  @inlinable package init(_ json: JSONElement) {
    element = try? Element(json)
  }
}
