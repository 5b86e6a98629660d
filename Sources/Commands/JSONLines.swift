import GitHubModel
import JSON
import System

/// Reads a file of JSON values, one per line, that a user gives to a command.
enum JSONLines {
  /// The lines that are not blank, with their numbers from 1; a value is nil if the line is not JSON.
  static func values(in text: String) -> some Sequence<(number: Int, value: JSONElement?)> {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().lazy
      .filter { !$0.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
      .map { index, line in
        (number: index + 1, value: try? JSONElement(Array(line), limits: limits))
      }
  }

  /// For a repository with its note, whose characters may all be escaped.
  private static let limits = JSONLimits(depth: 8, values: 10_000, string: 1 << 20)

  /// The text of a file of any kind; `-` is standard input.
  static func text(of path: String, in context: Context) async throws(CommandFailure) -> String {
    if path == "-" { return try context.readInput() }
    return try await UserFile.text(of: path, named: path, atMost: maxFileBytes)
  }

  /// In bytes: some 100,000 stars.
  private static let maxFileBytes = 256 << 20
}
