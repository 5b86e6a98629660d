package import Core
import GitHubModel
package import Markdown
import Terminal

/// The requested part and form of a README.
package struct ReadmeSelection: Sendable {
  /// The headings of the sections; empty for all of it.
  package var sections: [String] = []
  package var isPlain = false
  /// The maximum length in Unicode scalars.
  package var maxLength: Int?

  package init(
    sections: [String] = [],
    isPlain: Bool = false,
    maxLength: Int? = nil
  ) {
    (self.sections, self.isPlain, self.maxLength) = (sections, isPlain, maxLength)
  }

  /// - Throws: ``OperationFailure`` for a missing or ambiguous section.
  package func text(of markdown: String) throws(OperationFailure) -> String {
    var text = markdown
    if !sections.isEmpty {
      let outline = MarkdownOutline(markdown)
      text = ""
      for name in sections { text += Self.withLineEnd(String(try outline.section(name).text)) }
    }
    if isPlain { text = MarkdownDocument.plainText(of: text, separatesBlocks: true) }
    return maxLength.map { Self.cut(text, to: $0) } ?? text
  }

  package static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
  }

  /// The complete paragraphs within this many Unicode scalars, or the start of the first, and a
  /// line that reports the length of the rest.
  package static func cut(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard
      var end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    while end > text.startIndex, String.Index(end, within: text) == nil {
      end = scalars.index(before: end)
    }
    let beginning = text[..<end]
    let kept = beginning[..<(endOfParagraphs(beginning) ?? end)]
    let left = CompactNumber.grouped(scalars.distance(from: kept.endIndex, to: scalars.endIndex))
    return withLineEnd(String(kept)) + "\n… \(left) more characters; --outline lists the sections\n"
  }

  /// The start of the last blank line with text before it.
  package static func endOfParagraphs(_ text: Substring) -> String.Index? {
    var hasText = false
    var end: String.Index?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // The last line may be incomplete.
    for line in lines.dropLast() {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank, hasText { end = line.startIndex }
      hasText = hasText || !isBlank
    }
    return end
  }
}

extension MarkdownOutline {
  package func section(_ name: String) throws(OperationFailure) -> Section {
    let found = sections(named: name)
    if found.count == 1 { return found[0] }
    let titles = (found.isEmpty ? sections : found).map(\.title)
    let name = name.truncated(toWidth: 40)
    throw OperationFailure(
      found.isEmpty ? .notFound : .usage,
      "--section",
      found.isEmpty
        ? "no heading begins with \"\(name)\"" : "several headings begin with \"\(name)\"",
      advice: titles.isEmpty
        ? "the README has no headings"
        : "headings: \(titles.joined(separator: ", "))"
    )
  }
}
