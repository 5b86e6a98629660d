import GitHubModel
import Terminal

/// Underlines the words of a query where they occur.
struct QueryMarks {
  /// In lowercase.
  private let words: [[UInt8]]

  init(_ query: String) {
    words = QueryWords(query).terms.compactMap { term in
      guard case .text(let word) = term, word.utf8.count > 1 else { return nil }
      return Array(word.lowercased().utf8)
    }
  }

  /// The spans with each occurrence in a span of its own.
  func spans(_ spans: [TextLine.Span]) -> [TextLine.Span] {
    words.isEmpty ? spans : spans.flatMap(marked)
  }

  private func marked(_ span: TextLine.Span) -> [TextLine.Span] {
    let text = span.text.description
    let bytes = Array(text.utf8)
    let small = bytes.map { (65...90).contains($0) ? $0 | 32 : $0 }
    var result: [TextLine.Span] = []
    var (plainStart, index) = (0, 0)
    func add(_ range: Range<Int>, _ style: CellStyle) {
      guard !range.isEmpty else { return }
      let part = String(decoding: bytes[range], as: UTF8.self)
      result.append(TextLine.Span(SafeText(part), style, link: span.link))
    }
    while index < small.count {
      guard let word = words.first(where: { Self.occurs($0, at: index, in: small) }) else {
        index += 1
        continue
      }
      add(plainStart..<index, span.style)
      add(index..<index + word.count, span.style.with(.underline))
      index += word.count
      plainStart = index
    }
    guard plainStart > 0 else { return [span] }
    add(plainStart..<bytes.count, span.style)
    return result
  }

  /// Never before a mark that belongs to the last letter: what follows is ASCII or the end.
  private static func occurs(_ word: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    let end = start + word.count
    guard end <= text.count, text[start] == word[0], text[start..<end].elementsEqual(word) else {
      return false
    }
    return end == text.count || text[end] < 0x80
  }
}
