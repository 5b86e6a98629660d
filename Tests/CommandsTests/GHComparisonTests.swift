import Foundation
import TestTraits
import Testing

/// The rows of `docs/gh-comparison.md` that say what a command sends.
@Suite(.ownThread) struct GHComparisonTests {
  /// The command and the query between the code marks of a row's first and last cell.
  private static func rows() throws -> [(command: String, query: String)] {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/gh-comparison.md")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `ghsearch "), line.hasSuffix("` |") else { return nil }
      let code = line.split(separator: "`", omittingEmptySubsequences: false)
      return (String(code[1]), String(code[code.count - 2]))
    }
  }

  /// The words of a command as a shell reads them; only single quotes are used.
  private func words(_ command: String) -> [String] {
    var (words, isQuoted) = ([""], false)
    for character in command {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  @Test func `every query is the one that is sent`() async throws {
    let rows = try Self.rows()
    #expect(rows.count > 30)

    for (command, query) in rows {
      let outcome = await Harness().run(["--web"] + words(command).dropFirst())

      let url = URLComponents(string: outcome.output.trimmingCharacters(in: .newlines))
      #expect(url?.queryItems?.first { $0.name == "q" }?.value == query, "\(command)")
    }
  }
}
