import TestSupport
import Testing

@testable import GitHubModel

@Suite struct LocalQueryTests {
  /// The tree as text, such as `(a & b) | -c`.
  private func tree(_ text: String) -> String {
    LocalQuery(text).nodes.map(show).joined(separator: " & ")
  }

  private func show(_ node: LocalQuery.Node) -> String {
    switch node {
    case .term(let term):
      let text = term.isPhrase ? "\"\(term.text)\"" : term.text + (term.isBeginning ? "*" : "")
      return term.field.map { "\($0.rawValue)=\(text)" } ?? text
    case .qualifiers(let qualifiers): return "[\(qualifiers.map(\.text).joined(separator: " "))]"
    case .list(let name): return "list=\(name)"
    case .all(let nodes): return "(\(nodes.map(show).joined(separator: " & ")))"
    case .any(let nodes): return "(\(nodes.map(show).joined(separator: " | ")))"
    case .not(let node): return "-\(show(node))"
    }
  }

  @Test(
    arguments: [
      ("a b", "a & b*"), ("a b ", "a & b*"), ("\"a b\"", "\"a b\""), ("a -b", "a* & -b"),
      ("-b", "-b"), ("-\"b c\"", "-\"b c\""), ("a b OR c", "((a & b) | c*)"),
      ("a OR b -c", "(a | b*) & -c"), ("(a OR b) c", "(a | b) & c*"),
      ("a (b -c OR d)", "a & ((b | d) & -c)"), ("-(a b) c", "-(a & b) & c*"),
      ("name:a b", "name=a & b*"), ("NAME:a", "name=a*"), ("-readme:\"a b\"", "-readme=\"a b\""),
      ("name:(a OR b)", "(name=a | name=b)"), ("list:\"To read\" a", "a* & list=To read"),
      ("language:go stars:>100 -topic:old", "[language:go stars:>100] & [-topic:old]"),
      ("topic:\"machine learning\" org:x", "[topic:machine-learning user:x]"),
      ("a language:go OR b", "((a & [language:go]) | b*)"),
      (
        "language:(go OR c)",
        "([language:go] | [language:c])"
      ),
      ("a AND b", "a & b*"), ("a NOT b", "a & -b"), ("NOT (a b)", "-(a & b)"),
    ]
  )
  func `reads words, phrases, exclusions, alternatives, groups, fields and qualifiers`(
    _ text: String,
    _ expected: String
  ) {
    // The order of adjacent conditions does not matter.
    let parts = { (text: String) in Set(text.split(separator: " & ")) }
    #expect(parts(tree(text)) == parts(expected))
  }

  @Test(
    arguments: [
      ("", ""), ("-", "-*"), ("a -", "a & -*"), ("--not", "--not*"), ("a \"b c", "a & b & c*"),
      ("(a b", "a & b*"), ("a) b", "a) & b*"), ("((a) b", "a & b*"), ("f(x) b", "f(x) & b*"),
      ("OR", ""), ("a OR", "a*"), ("OR a OR OR b", "(a | b*)"), ("()", ""), ("-()", ""),
      ("name:", ""), ("language:", ""), ("\"\" a", "a*"), ("a:b", "a:b*"), ("or", "or*"),
      ("https://x.y", "https://x.y*"),
    ]
  )
  func `reads unclosed quotes as text, and ignores empty values`(
    _ text: String,
    _ expected: String
  ) {
    #expect(tree(text) == expected)
  }

  @Test(arguments: [Dice.seed])
  func `any text is a query of bounded depth and size`(seed: UInt64) {
    var random = Dice(state: seed)
    let parts = [
      "(", ")", "\"", "-", " ", "OR", "NOT", "AND", "name:", "list:", "language:", "stars:>", "a",
      "b c", "é", "鼠标", "\0", "🦅", "c++", "topic:(", "-(",
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<120, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()

      let query = LocalQuery(text)

      let size = measure(.all(query.nodes))
      #expect(size.depth <= 3 * LocalQuery.maxDepth + 4, "\(text)")
      #expect(size.terms <= LocalQuery.maxTerms, "\(text)")
      // Parsing it again changes nothing.
      #expect(LocalQuery(query.text) == query)
    }
  }

  @Test func `cuts deep parentheses and long texts`() {
    let deep = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(tree(deep) == "a")
    #expect(LocalQuery(String(repeating: "a", count: 10_000)).text.count == LocalQuery.maxLength)
    #expect(measure(.all(LocalQuery(String(repeating: "a ", count: 100)).nodes)).terms == 32)
  }

  @Test(
    arguments: [
      (String(repeating: "a", count: 257), "the query has 257 characters; the limit is 256"),
      (String(repeating: "鼠", count: 1_000), "the query has 1000 characters; the limit is 256"),
      (
        String(repeating: "a ", count: 33),
        "the query has 33 words and qualifiers; the limit is 32"
      ),
      (
        String(repeating: "-a OR (", count: 31) + "b topic:c stars:>1",
        "the query has 34 words and qualifiers; the limit is 32"
      ),
      (
        String(repeating: "(", count: 9) + "a" + String(repeating: ")", count: 9),
        "the query has 9 parentheses within each other; the limit is 8"
      ),
      (String(repeating: "a", count: 256), nil), (String(repeating: "a ", count: 32), nil),
      (String(repeating: "(", count: 8) + "a" + String(repeating: ")", count: 8), nil), ("", nil),
    ] as [(String, String?)]
  )
  func `reports the parts of a text that it ignores`(_ text: String, _ excess: String?) {
    #expect(LocalQuery.excess(of: text) == excess)
  }

  @Test func `replaces and removes terms in the text`() throws {
    let query = LocalQuery("web name:fraemwork -old")
    guard case .term(let typo) = try #require(query.nodes.dropFirst().first) else {
      Issue.record("no term")
      return
    }

    #expect(query.replacing([(typo, "framework")]).text == "web name:framework -old")
    #expect(query.replacing([(typo, nil)]).text == "web -old")
  }

  private func measure(_ node: LocalQuery.Node) -> (depth: Int, terms: Int) {
    switch node {
    case .term, .list: return (1, 1)
    case .qualifiers(let qualifiers): return (1, qualifiers.count)
    case .all(let nodes), .any(let nodes):
      let sizes = nodes.map(measure)
      return ((sizes.map(\.depth).max() ?? 0) + 1, sizes.map(\.terms).reduce(0, +))
    case .not(let node):
      let size = measure(node)
      return (size.depth + 1, size.terms)
    }
  }
}
