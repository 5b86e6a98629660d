/// A value in a JSON document (RFC 8259), decoded when it is read.
///
/// A page of repositories has about 12,000 values, of which a fifth are read. Missing values and
/// those of another type are nil. See decision 0002.
package struct JSONElement: Sendable {
  /// A value, or a member's key.
  struct Node: Sendable {
    let kind: Kind
    /// The position of its first byte, after a string's opening quote.
    let start: UInt32
    /// For an object or array, the node after its last descendant; for any other value, the
    /// position after its last byte, before a closing quote.
    var end: UInt32
  }

  enum Kind: UInt8, Sendable {
    case object, array, string, escapedString, number, yes, no, null

    var isContainer: Bool { self == .object || self == .array }
  }

  fileprivate final class Document: Sendable {
    let bytes: [UInt8]
    let nodes: [Node]

    init(_ bytes: [UInt8], _ nodes: [Node]) { (self.bytes, self.nodes) = (bytes, nodes) }
  }

  fileprivate let document: Document
  fileprivate let node: Int

  /// Parses a whole document.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON and for JSON that exceeds the limits.
  package init(_ bytes: [UInt8], limits: JSONLimits = .document) throws(JSONSyntaxError) {
    var scanner = JSONScanner(bytes, limits: limits)
    self.init(Document(bytes, try scanner.scan()), 0)
  }

  fileprivate init(_ document: Document, _ node: Int) {
    (self.document, self.node) = (document, node)
  }

  private var kind: Kind { document.nodes[node].kind }

  /// The node after a value and its descendants.
  fileprivate func next(_ node: Int) -> Int {
    let found = document.nodes[node]
    return found.kind.isContainer ? Int(found.end) : node + 1
  }

  /// The bytes of a string, a number or a keyword.
  private func bytes(_ node: Int) -> ArraySlice<UInt8> {
    document.bytes[Int(document.nodes[node].start)..<Int(document.nodes[node].end)]
  }
}

// MARK: Containers

extension JSONElement {
  package var isNull: Bool { kind == .null }
  package var isObject: Bool { kind == .object }

  /// The value of an object's first member with this name.
  package subscript(name: String) -> JSONElement? {
    var members = JSONMembers(self)
    return members[name]
  }

  /// The node of a name, searched for in part of an object.
  fileprivate func member(_ name: String, in nodes: Range<Int>) -> Int? {
    var name = name
    return name.withUTF8 { name in
      var member = nodes.lowerBound
      while member < nodes.upperBound {
        // Most other names differ in length.
        let found = document.nodes[member]
        let length = Int(found.end - found.start)
        if length == name.count || found.kind == .escapedString, isName(member, name) {
          return member
        }
        member = next(member + 1)
      }
      return nil
    }
  }

  /// Whether a node is this name: a name of this length without escapes, or one with escapes.
  private func isName(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let found = document.nodes[node]
    if found.kind == .escapedString {
      // An escape takes at most six bytes for one byte of text.
      guard found.end - found.start <= 6 * name.count else { return false }
      return text(node)?.utf8.elementsEqual(name) ?? false
    }
    // Names of equal length usually differ in their first letter.
    let start = Int(found.start)
    return name.indices.allSatisfy { document.bytes[start + $0] == name[$0] }
  }

  /// An object's members in order; those whose names are invalid Unicode are omitted.
  package var members: [(name: String, value: JSONElement)]? {
    guard isObject else { return nil }
    var members: [(String, JSONElement)] = []
    var member = node + 1
    while member < next(node) {
      if let name = text(member) { members.append((name, JSONElement(document, member + 1))) }
      member = next(member + 1)
    }
    return members
  }

  /// The elements of an array.
  package var array: [JSONElement]? {
    guard kind == .array else { return nil }
    var elements: [JSONElement] = []
    var place = node + 1
    let end = next(node)
    while place < end {
      elements.append(JSONElement(document, place))
      place = next(place)
    }
    return elements
  }
}

/// An object's members, for reading many of them in the order in which they are written.
///
/// It searches for each member after the previous one, and then from the start.
package struct JSONMembers {
  private let object: JSONElement
  private let nodes: Range<Int>
  private var position: Int

  /// Creates a reader; a value that is not an object has no members.
  package init(_ object: JSONElement) {
    self.object = object
    nodes = object.isObject ? object.node + 1..<object.next(object.node) : 0..<0
    position = nodes.lowerBound
  }

  /// The value of the member with this name.
  package subscript(name: String) -> JSONElement? {
    mutating get {
      guard
        let member = object.member(name, in: position..<nodes.upperBound)
          ?? object.member(name, in: nodes.lowerBound..<position)
      else { return nil }
      position = object.next(member + 1)
      return JSONElement(object.document, member + 1)
    }
  }
}

extension JSONElement {
  /// The elements of an array of strings.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }
}

// MARK: Scalars

extension JSONElement {
  /// A string's text; nil for invalid Unicode.
  package var string: String? { text(node) }

  private func text(_ node: Int) -> String? {
    switch document.nodes[node].kind {
    case .string: Self.text(bytes(node))
    case .escapedString: JSONEscapes.text(bytes(node))
    case .object, .array, .number, .yes, .no, .null: nil
    }
  }

  /// Decodes text; the ASCII fast path avoids type lookups, which take as long as decoding.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.allSatisfy(UTF8.isASCII)
      ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  /// A number as written, in ASCII.
  package var numberText: String? {
    kind == .number ? String(decoding: bytes(node), as: UTF8.self) : nil
  }

  /// A whole number that fits an `Int`.
  package var integer: Int? { int64.flatMap(Int.init(exactly:)) }

  /// A whole number that fits 64 bits, even if written as `7.0` or `1e2`.
  package var int64: Int64? {
    guard let text = numberText else { return nil }
    if let value = Int64(text) { return value }
    // From 2^53 on, a `Double` may differ from the written number.
    guard let value = double, value.magnitude < 0x1p53 else { return nil }
    return Int64(exactly: value)
  }

  /// A whole number from 0 to 2^53, the largest that every program reads exactly (RFC 8259, section
  /// 6), so that sums, differences and multiples of counts do not overflow.
  package var count: Int? {
    integer.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
  }

  /// A finite number.
  package var double: Double? {
    numberText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  package var bool: Bool? {
    switch kind {
    case .yes: true
    case .no: false
    case .object, .array, .string, .escapedString, .number, .null: nil
    }
  }

  /// The value with everything it contains; nil if a part cannot be decoded.
  ///
  /// A whole number that fits becomes a ``JSONValue/number(_:)``, any other a
  /// ``JSONValue/double(_:)``.
  package var value: JSONValue? {
    switch kind {
    case .null: return .null
    case .yes, .no: return .bool(bool)
    case .string, .escapedString: return string.map { .string($0) }
    case .number: return int64.map { .number($0) } ?? double.map { .double($0) }
    case .array:
      var elements: [JSONValue] = []
      for element in array ?? [] {
        guard let value = element.value else { return nil }
        elements.append(value)
      }
      return .array(elements)
    case .object:
      var values: [JSONValue.Member] = []
      for member in members ?? [] {
        guard let value = member.value.value else { return nil }
        values.append(.init(member.name, value))
      }
      return .object(values)
    }
  }
}
