import Foundation
import TestSupport
import Testing

@testable import JSON

/// Any JSON value, with numbers by value.
private indirect enum Anything: Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([Anything])
  case object([String: Anything])
}

/// A value as our parser reads it; of a duplicate key, the first value is kept.
extension Anything {
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value) where value.magnitude < 1 << 53: self = .integer(Int(value))
    case .number(let value): self = .number(Double(value))
    case .double(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let values): self = .list(values.map(Self.init))
    case .object(let members):
      let pairs = members.map { ($0.name, Self($0.value)) }
      self = .object(Dictionary(pairs) { first, _ in first })
    }
  }
}

/// A value as Foundation's decoder reads it.
extension Anything: Decodable {
  init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: AnyKey.self) {
      let pairs = try fields.allKeys.map {
        ($0.stringValue, try fields.decode(Anything.self, forKey: $0))
      }
      self = .object(Dictionary(pairs) { first, _ in first })
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [Anything] = []
      while !list.isAtEnd { values.append(try list.decode(Anything.self)) }
      self = .list(values)
    } else {
      self = try Self(scalar: decoder.singleValueContainer())
    }
  }

  private init(scalar: any SingleValueDecodingContainer) throws {
    if scalar.decodeNil() {
      self = .null
    } else if let value = try? scalar.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? scalar.decode(Int.self), value.magnitude < 1 << 53 {
      self = .integer(value)
    } else if let value = try? scalar.decode(Double.self) {
      self = .number(value)
    } else {
      self = .text(try scalar.decode(String.self))
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

@Suite struct JSONReadingTests {
  private static let limits = JSONLimits(depth: 8, values: 50, string: 40)

  private func decode(_ bytes: some Sequence<UInt8>) throws -> Anything? {
    try JSONElement(Array(bytes), limits: Self.limits).value.map(Anything.init)
  }

  private func problem(_ json: String) -> JSONSyntaxError? {
    do throws(JSONSyntaxError) {
      _ = try JSONElement(Array(json.utf8), limits: Self.limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("null", Anything.null), (" true ", .bool(true)), ("false", .bool(false)), ("\"\"", .text("")),
    ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)), ("1e2", .integer(100)),
    ("7.0", .integer(7)), ("0.5", .number(0.5)), ("-1E-2", .number(-0.01)), ("[]", .list([])),
    ("9007199254740991", .integer(9_007_199_254_740_991)), ("1e30", .number(1e30)),
    ("{}", .object([:])),
    ("[1, [2 ]\n,{ }]", .list([.integer(1), .list([.integer(2)]), .object([:])])),
    (#"{"a":{"b":[null]},"":1}"#, .object(["a": .object(["b": .list([.null])]), "": .integer(1)])),
    (#"{"\u0061":1}"#, .object(["a": .integer(1)])), (#""\u00e9\ud83d\uDE00""#, .text("é😀")),
    (#""\"\\\/\b\f\n\r\t""#, .text("\"\\/\u{8}\u{C}\n\r\t")), ("\u{FEFF}1", .integer(1)),
  ])
  private func `reads everything RFC 8259 allows`(_ json: String, _ value: Anything) throws {
    #expect(try decode(json.utf8) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "truee", "1 2", "01", "+1", "1.", ".5", "1e", "-", "0x1", "NaN", "Infinity",
    "[1,]", "[,]", "[1 2]", "[", "]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "{\"a\" 1}", "{", "'a'",
    "\"a", "\"\\\"", "\"a\nb\"", "// 1", "1 // one", "/**/1", "[1}", #""\x""#, #""\u12g4""#,
    #""\u123""#, #"{"\x":1}"#, "{\"a\":1]", "\u{FEFF}",
  ])
  func `rejects everything RFC 8259 does not allow`(_ json: String) {
    #expect(problem(json) == .malformed)
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ude00x""#, #""\ud83d\u0041""#,
  ])
  func `an invalid escape is not a string`(_ json: String) throws {
    #expect(try decode(json.utf8) == nil)
  }

  @Test func `invalid UTF-8 is not a string`() throws {
    #expect(try decode([34, 0xC3, 34]) == nil)
    #expect(throws: JSONSyntaxError.notText) { try decode("[1]".utf16.flatMap { [UInt8($0), 0] }) }
  }

  /// The end of a string is found at any offset within the eight bytes examined together.
  @Test func `finds the end of a string of any length`() throws {
    for count in 0..<35 {
      let plain =
        String(repeating: "é", count: count / 2) + String(repeating: "~", count: count % 2)
      #expect(try decode("\"\(plain)\"".utf8) == .text(plain))
      #expect(try decode("\"\(plain)\\n!\"".utf8) == .text(plain + "\n!"))
      for byte in 0..<0x20 as Range<UInt8> {
        let json = Array("\"\(plain)".utf8) + [byte] + Array("12345678\"".utf8)
        #expect(throws: JSONSyntaxError.self) { try decode(json) }
      }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("12", 12), ("9007199254740992", 1 << 53), ("9007199254740993", nil), ("-1", nil),
      ("9223372036854775807", nil), ("-9223372036854775808", nil), ("1e18", nil), ("1.5", nil),
    ] as [(String, Int?)]
  )
  func `a count is never so large or small that adding a few overflows`(
    text: String,
    count: Int?
  ) throws {
    #expect(try JSONElement(Array(text.utf8)).count == count)
  }

  @Test func `counts levels, values and bytes`() {
    #expect(problem(String(repeating: "[", count: 8) + String(repeating: "]", count: 8)) == nil)
    #expect(problem(String(repeating: "[", count: 9)) == .tooDeep)
    #expect(problem("[" + Array(repeating: "1", count: 49).joined(separator: ",") + "]") == nil)
    #expect(
      problem("[" + Array(repeating: "1", count: 50).joined(separator: ",")) == .tooManyValues
    )
    #expect(problem("\"" + String(repeating: "x", count: 40) + "\"") == nil)
    #expect(problem("\"" + String(repeating: "x", count: 41)) == .tooLongString)
  }

  @Test func `finds members in any order, and only values of the type`() throws {
    let text = #"{"a":1,"\u0062":2,"c":{"a":[9,{"b":8}]},"d":null,"e":5,"f":"x"}"#
    let json = try JSONElement(Array(text.utf8), limits: Self.limits)

    #expect(["e", "a", "b", "d", "x", "f"].map { json[$0]?.integer } == [5, 1, 2, nil, nil, nil])
    #expect(json["c"]?["a"]?.array?.last?["b"]?.integer == 8)
    #expect(json["d"]?.isNull == true && json["x"] == nil && json["a"]?["a"] == nil)
    #expect(json["f"]?.string == "x" && json["a"]?.string == nil && json["a"]?.bool == nil)
  }

  /// Foundation accepts more than our parser; where both accept, the values must agree.
  @Test func `reads the same as Foundation`() throws {
    let seeds = [
      #"{"id":1,"name":"a\u00e9\n","list":[1,2.5,-3e2,null,true],"more":{"x":[],"y":{}}}"#,
      #"[{"a":"b"},{"a":"\ud83d\ude00"},[[["deep"]]], 0.0, 12345678901234567890]"#,
    ].map { Array($0.utf8) }
    var random = Dice(state: 1)
    var readCount = 0
    for round in 0..<2_000 {
      let bytes = mutated(seeds[round % seeds.count], &random)
      guard let ours = try? decode(bytes) else { continue }
      readCount += 1
      let theirs = try? JSONDecoder().decode(Anything.self, from: Data(bytes))
      guard theirs != ours else { continue }
      Issue.record("\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(readCount > 200)
  }

  private func mutated(_ bytes: [UInt8], _ random: inout Dice) -> [UInt8] {
    var bytes = bytes
    let marks = Array(#"{}[]",:\u09-.eE tn"#.utf8)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
      }
    }
    return bytes
  }
}
