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
  ])
  func `reads the dialect`(_ text: String, _ value: String) throws {
    #expect(try DotEnv(text, keys: keys).values["GH_TOKEN"] == value)
  }

  @Test func `keeps no other key`() throws {
    let file = try DotEnv("AWS_SECRET=x\nGITHUB_TOKEN=y\nEMPTY\u{3D}\n", keys: keys)

    #expect(file.values == ["GITHUB_TOKEN": "y"])
  }

  @Test(arguments: [
    ("no assignment", 1), ("\n\nGH_TOKEN", 3), ("A=b\n=c", 2), ("GH_TOKEN='open", 1),
    ("GH_TOKEN='a' b", 1), ("GH TOKEN=x", 1), ("1A=x", 1), ("A=1\n<html>\n", 2),
  ])
  func `names the line that is outside of it`(_ text: String, _ line: Int) {
    #expect(throws: DotEnv.SyntaxError(line: line)) { try DotEnv(text, keys: keys) }
  }
}
