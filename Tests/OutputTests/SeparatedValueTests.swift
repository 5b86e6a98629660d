import Output
import Testing

/// Values that would break their line or their column.
@Suite struct SeparatedValueTests {
  @Test(arguments: [
    ("a\tb", "a b"), ("a\r\nb\rc\nd", "a b c d"), ("a\r\n\nb", "a  b"), ("\u{2028}", " "),
    ("a\u{2029}b\u{85}c\u{B}d\u{C}e", "a b c d e"), ("é—\u{A0}x", "é—\u{A0}x"),
    ("x\u{2028}\n", "x  "), ("plain", "plain"), ("", ""),
  ])
  func `a value stays on its line and in its column`(_ value: String, _ expected: String) {
    #expect(TSV.record([value, nil]) == expected + "\t\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""), ("plain", "plain"),
  ])
  func `a spreadsheet reads the CSV back unchanged`(_ value: String, _ expected: String) {
    #expect(CSV.record([value, "x"]) == expected + ",x\r\n")
  }
}
