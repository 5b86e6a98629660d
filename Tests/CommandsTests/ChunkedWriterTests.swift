import GitHubModel
import Testing

@testable import Commands

@Suite struct ChunkedWriterTests {
  @Test func `a long text comes whole, in pieces of a bounded size`() throws {
    let text = String(repeating: "añ😀\u{200B}\t", count: 60_000)
    var (whole, largest) = ("", 0)
    try withPieces { piece in
      whole += piece
      largest = max(largest, piece.utf8.count)
    } write: {
      $0.write("<")
      $0.write(text)
      $0.write(">")
    }

    #expect(whole == "<\(text)>")
    #expect(largest < 160 * 1024)
  }

  @Test func `writes nothing after a failure, and throws it at the end`() {
    var count = 0
    #expect(throws: CommandFailure.self) {
      try withPieces { _ throws(CommandFailure) in
        count += 1
        throw CommandFailure(.output, "write", "full")
      } write: {
        $0.write(String(repeating: "x", count: 1_000_000))
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [
    ("a\tb", "a b"), ("a\r\nb\rc\nd", "a b c d"), ("a\r\n\nb", "a  b"), ("\u{2028}", "\u{2028}"),
    ("x\u{2028}\n", "x  "), ("plain", "plain"), ("", ""),
  ])
  func `a value stays on its line and in its column`(_ value: String, _ expected: String) {
    #expect(TSV.record([value, nil]) == expected + "\t\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""), ("plain", "plain"),
  ])
  func `a spreadsheet reads what was written`(_ value: String, _ expected: String) {
    #expect(CSV.record([value, "x"]) == expected + ",x\r\n")
  }

  private func withPieces(
    _ hand: @escaping (String) throws(CommandFailure) -> Void,
    write: (inout ChunkedWriter) -> Void
  ) throws(CommandFailure) {
    var stream = ChunkedWriter(to: hand)
    write(&stream)
    try stream.flush()
  }
}
