import GitHubModel
package import JSON

/// Parses a user's file of JSON values, one per line.
package enum JSONLines {
  /// The lines that are not blank, numbered from 1; a value is nil if the line is not JSON.
  package static func values(in text: String) -> some Sequence<(number: Int, value: JSONElement?)> {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().lazy
      .filter { !$0.element.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
      .map { index, line in
        (number: index + 1, value: try? JSONElement(Array(line), limits: limits))
      }
  }

  /// The limits for a repository with its note, all of whose characters may be escaped.
  private static let limits = JSONLimits(depth: 8, values: 10_000, string: 1 << 20)
}
