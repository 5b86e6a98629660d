import TestSupport
import Testing

@testable import TokenStore

@Suite struct DotEnvTests {
  private let keys = ["GH_TOKEN", "GITHUB_TOKEN"]

  @Test(arguments: [
    ("GH_TOKEN=abc", "abc"),
    ("export GH_TOKEN=abc", "abc"),
    ("  export\tGH_TOKEN=abc  ", "abc"),
    ("GH_TOKEN= abc # mine", "abc"),
    ("GH_TOKEN=abc#def", "abc#def"),
    ("GH_TOKEN=a=b", "a=b"),
    ("GH_TOKEN='a b'", "a b"),
    ("GH_TOKEN=\"a # b\" # c", "a # b"),
    ("GH_TOKEN=one\nGH_TOKEN=two", "two"),
    ("# GH_TOKEN=no\r\nGH_TOKEN=yes\r\n", "yes"),
    ("GH_TOKEN=$(id)", "$(id)"),
    ("GH_TOKEN=\"$HOME\"", "$HOME"),
    ("GH_TOKEN=", ""),
    ("GH_TOKEN=#x", ""),
    ("GH_TOKEN=''", ""),
    ("OTHER=\"two\nlines = 1\"\nGH_TOKEN=x", "x"),
    ("KEY='-----BEGIN\nabc==\n-----END'\nGH_TOKEN=x", "x"),
    ("KEY = \"two\nGH_TOKEN=inside\"\nGH_TOKEN=x", "x"),
    ("GH_TOKEN=x\nKEY='never closed\nMORE=1", "x"),
  ])
  func `reads the .env dialect`(_ text: String, _ value: String) throws {
    #expect(try DotEnv(text, keys: keys).values["GH_TOKEN"] == value)
  }

  @Test func `reads no other key`() throws {
    let file = try DotEnv("AWS_SECRET=x\nGITHUB_TOKEN=y\nEMPTY\u{3D}\n", keys: keys)

    #expect(file.values == ["GITHUB_TOKEN": "y"])
  }

  /// Lines in other dialects or none; none of them has one of our keys before its value.
  private static let otherLines = [
    "no assignment", "=c", "KEY = v", "1A=x", "<html>", "A B=x", "key: value", "- item", "\"",
    "it's",
    "URL = \"https://${GH_TOKEN}@github.com\"", "AUTH: $GITHUB_TOKEN", "MY_GH_TOKEN=a b 'c", "🌸",
    "GH_TOKENS=1", "GH_TOKEN.old=1", "PAIR = 'two", "lines'", "# GH_TOKEN=commented out", "",
    "export", "export X", "X='a' b", "\t", "A=\"closed\" B=\"closed\"",
  ]

  /// Lines that name one of our keys and are outside the dialect.
  private static let mistakes = [
    "GH_TOKEN", "GH_TOKEN = x", "GH_TOKEN: x", "export GH_TOKEN", "set GH_TOKEN=x",
    "\"GH_TOKEN\"=x",
    "GH_TOKEN='open", "GH_TOKEN='a' b", "  GITHUB_TOKEN =x", "unset GITHUB_TOKEN",
  ]

  @Test(arguments: 1...200)
  func `ignores other programs' lines, and reports an invalid line with one of our keys`(
    _ seed: UInt64
  ) throws {
    var random = Dice(state: seed)
    // A stray quote that opens a value may swallow the following lines, so such lines come last or
    // in pairs.
    let plain = Self.otherLines.filter { !["PAIR = 'two", "lines'"].contains($0) }
    func lines(_ count: Int) -> [String] {
      (0..<count).flatMap { _ -> [String] in
        Int.random(in: 0..<10, using: &random) == 0
          ? ["PAIR = 'two", "lines'"] : [plain[Int.random(in: 0..<plain.count, using: &random)]]
      }
    }
    let (before, after) = (lines(Int(seed % 7)), lines(Int(seed % 5)))
    let mistake = Self.mistakes[Int(seed) % Self.mistakes.count]

    let none = try DotEnv((before + after).joined(separator: "\n"), keys: keys)
    let one = try DotEnv((before + ["GH_TOKEN=abc"] + after).joined(separator: "\n"), keys: keys)

    #expect(none.values.isEmpty)
    #expect(one.values == ["GH_TOKEN": "abc"])
    #expect(throws: DotEnv.SyntaxError(line: before.count + 1)) {
      try DotEnv((before + [mistake] + after).joined(separator: "\r\n"), keys: keys)
    }
  }

  @Test func `an unclosed quote is an error only before a line with one of our keys`() throws {
    let text = "A=1\nKEY='open\nGH_TOKEN=x\n"

    #expect(throws: DotEnv.SyntaxError(line: 2)) { try DotEnv(text, keys: keys) }
    #expect(try DotEnv(text, keys: ["GITHUB_TOKEN"]).values.isEmpty)
  }
}
