#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    /// Behind its last byte, the quote left out.
    var end: UInt32
    /// The node behind it and all that is in it.
    var next: UInt32
  }

  enum Kind: UInt8, Sendable {
    case object, array, string, escapedString, number, yes, no, null
  }

  private let bytes: [UInt8]
  private let nodes: [Node]

  init(_ data: Data, limits: JSONLimits) throws(JSONProblem) {
    bytes = Array(data)
    var scanner = JSONScanner(bytes, limits: limits)
    nodes = try scanner.scan()
  }

  func kind(_ node: Int) -> Kind { nodes[node].kind }

  /// The node behind a value and all that is in it.
  func next(_ node: Int) -> Int { Int(nodes[node].next) }

  func bytes(_ node: Int) -> ArraySlice<UInt8> {
    bytes[Int(nodes[node].start)..<Int(nodes[node].end)]
  }

  /// The value of a key; the first one where the key is there twice.
  func value(of key: String, in object: Int) -> Int? {
    var key = key
    return key.withUTF8 { key in
      var member = object + 1
      let end = next(object)
      while member < end {
        if isKey(member, key) { return member + 1 }
        member = next(member + 1)
      }
      return nil
    }
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
    if found.kind == .escapedString { return string(node)?.utf8.elementsEqual(key) ?? false }
    guard Int(found.end - found.start) == key.count else { return false }
    // Most keys of one length differ in their first letter.
    let start = Int(found.start)
    return key.indices.allSatisfy { bytes[start + $0] == key[$0] }
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
