import TestSupport
import Testing

@testable import JSON

@Suite struct JSONValueTests {
  private func read(_ text: String) throws -> JSONValue? { try JSONElement(Array(text.utf8)).value }

  @Test(arguments: [Dice.seed])
  func `written values read back the same, with members in order`(seed: UInt64) throws {
    var random = Dice(state: seed)
    for _ in 0..<500 {
      let value = Self.value(depth: 4, &random)
      #expect(try read(value.text) == value)
    }
  }

  @Test func `never writes a raw control or bidirectional character`() throws {
    let scalars = (0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) }
    for scalar in scalars {
      let text = JSONValue.string(String(scalar)).text
      #expect(try read(text) == .string(String(scalar)))
      guard scalar.properties.generalCategory == .control || scalar.properties.isBidiControl else {
        continue
      }
      #expect(text.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    }
  }

  @Test func `writes a number that JSON cannot express as null`() {
    #expect(JSONValue.array([.double(.nan), .double(.infinity)]).text == "[null,null]")
  }

  @Test func `finds members and elements, and nothing in other values`() {
    let value: JSONValue = ["a": ["x", 1], "a": nil, "b": true]
    #expect(value["a"]?.array?.first?.string == "x")
    #expect(value["c"] == nil)
    #expect(value.array == nil && value.string == nil)
    #expect(JSONValue.array([])["a"] == nil)
  }

  private static func value(
    depth: Int,
    _ random: inout Dice
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .number(Int64.random(in: .min ... .max, using: &random))
    case 3: return .double(Double.random(in: -1...1, using: &random))
    case 4: return .string(text(&random))
    case 5: return .array((0..<3).map { _ in value(depth: depth - 1, &random) })
    default: return .object((0..<3).map { _ in (text(&random), value(depth: depth - 1, &random)) })
    }
  }

  private static func text(_ random: inout Dice) -> String {
    let samples = ["a", "\"", "\\", "\n", "\u{0}", "é", "😀", "\u{202E}", "\u{7F}", "/"]
    return (0..<5).map { _ in samples.randomElement(using: &random) ?? "" }.joined()
  }
}
