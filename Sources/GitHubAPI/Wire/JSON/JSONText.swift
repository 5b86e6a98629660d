/// A JSON text (RFC 8259) and where its values stand in it.
///
/// A page of repositories has some 12,000 values, of which a fifth are wanted: nothing is made of
/// a value before somebody asks for it. See decision 0051.
final class JSONText: Sendable {
  /// One value, or the key before one.
  struct Node: Sendable {
    let kind: Kind
    /// The first of its bytes, behind the quote of a string.
    let start: UInt32
    /// Of an object or an array, the node behind it and all that is in it; of any other value, where
    /// its bytes end, the quote left out.
    var end: UInt32
  }

  enum Kind: UInt8, Sendable {
    case object, array, string, escapedString, number, yes, no, null

    var isContainer: Bool { self == .object || self == .array }
  }

  private let bytes: [UInt8]
  private let nodes: [Node]

  init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONProblem) {
    self.bytes = bytes
    var scanner = JSONScanner(bytes, limits: limits)
    nodes = try scanner.scan()
  }

  func kind(_ node: Int) -> Kind { nodes[node].kind }

  /// The node behind a value and all that is in it.
  func next(_ node: Int) -> Int {
    let found = nodes[node]
    return found.kind.isContainer ? Int(found.end) : node + 1
  }

  /// The bytes of a string, a number or a word.
  private func bytes(_ node: Int) -> ArraySlice<UInt8> {
    bytes[Int(nodes[node].start)..<Int(nodes[node].end)]
  }

  /// The value of a key of an object, looked for from one of its keys on and then before that one.
  ///
  /// Goes on, next time, behind what it found.
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
      if isKey(member, key) { return member }
      member = next(member + 1)
    }
    return nil
  }

  /// The keys of an object with their values.
  func members(of object: Int) -> [(key: String, value: Int)] {
    var members: [(String, Int)] = []
    var member = object + 1
    while member < next(object) {
      if let key = string(member) { members.append((key, member + 1)) }
      member = next(member + 1)
    }
    return members
  }

  private func isKey(_ node: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let found = nodes[node]
    let length = Int(found.end - found.start)
    if found.kind == .escapedString {
      // An escape takes six bytes at most for one of text.
      guard key.count...6 * key.count ~= length else { return false }
      return string(node)?.utf8.elementsEqual(key) ?? false
    }
    guard length == key.count else { return false }
    // Most keys of one length differ in their first letter.
    let start = Int(found.start)
    return key.indices.allSatisfy { bytes[start + $0] == key[$0] }
  }

  /// The keys and indices on the way to a value.
  func path(to node: Int) -> [String] {
    var path: [String] = []
    var place = 0
    while place < node, let step = step(from: place, to: node) {
      path.append(step.name)
      place = step.node
    }
    return path
  }

  /// The child of a value that has a node in it, or is it.
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

extension JSONText {
  /// The text of a string; nil for any other value, and for what is no Unicode text.
  func string(_ node: Int) -> String? {
    switch kind(node) {
    case .string: String(validating: bytes(node), as: UTF8.self)
    case .escapedString: JSONEscapes.text(bytes(node))
    case .object, .array, .number, .yes, .no, .null: nil
    }
  }

  /// A whole number that fits, however it is written; nil for anything else.
  func integer<Number: FixedWidthInteger>(_ node: Int, as type: Number.Type) -> Number? {
    guard kind(node) == .number else { return nil }
    return Number(literal(node)) ?? exactly(node)
  }

  /// Nil for a number that is too large, too.
  func double(_ node: Int) -> Double? {
    guard kind(node) == .number else { return nil }
    return Double(literal(node)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// What is written with an exponent or a fraction of zeros.
  ///
  /// From 2 to the power of 53 on, a `Double` may be another number than the one that was written.
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

  /// ASCII, as the scanner has made sure of.
  private func literal(_ node: Int) -> String {
    String(decoding: bytes(node), as: UTF8.self)
  }
}
