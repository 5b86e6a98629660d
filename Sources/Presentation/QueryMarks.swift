import GitHubModel
import Terminal

/// Marks words in text, in any case.
package struct QueryMarks: Sendable, Equatable {
  /// The words in lowercase.
  private let words: [[UInt8]]
  /// Whether a word is found only at the start of one.
  private let findsWholeWords: Bool

  /// Marks a query's words anywhere; common ones only if there are no others.
  package init(_ query: String) {
    let words = QueryWords(query).terms.compactMap { term in
      if case .text(let word) = term, word.utf8.count > 1 { word } else { nil as String? }
    }
    let subject = words.filter { !QuestionWords.isCommon($0) }
    self.init(subject.isEmpty ? words : subject)
  }

  /// With `findsWholeWords`, words of up to three letters match whole words, and longer ones match
  /// prefixes.
  package init(_ words: [String], findsWholeWords: Bool = false) {
    self.words = words.filter { !$0.isEmpty }.map { Array($0.lowercased().utf8) }
    self.findsWholeWords = findsWholeWords
  }

  package var isEmpty: Bool { words.isEmpty }

  /// Splits the spans so that each match is a separate, underlined span.
  package func spans(_ spans: [TextLine.Span]) -> [TextLine.Span] {
    if words.isEmpty { return spans }
    return spans.flatMap { span in
      span.split(at: ranges(in: span.text.description).map { ($0, span.style.with(.underline)) })
    }
  }

  /// The ranges of matches in the text's UTF-8, in order.
  package func ranges(in text: String) -> [Range<Int>] {
    let bytes = Self.lowercased(text)
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      if let word = words.first(where: { occurs($0, at: index, in: bytes) }) {
        ranges.append(index..<index + word.count)
        index += word.count
      } else {
        index += 1
      }
    }
    return ranges
  }

  /// The number of words that occur in the text.
  package func count(in text: String) -> Int {
    let bytes = Self.lowercased(text)
    return words.count { word in bytes.indices.contains { occurs(word, at: $0, in: bytes) } }
  }

  /// The text in lowercase, with the same number of bytes.
  private static func lowercased(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      // The fast path for most of a frame's text.
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        bytes.append((65...90).contains(byte) ? byte | 32 : byte)
        continue
      }
      let lower = scalar.properties.lowercaseMapping
      bytes += (lower.utf8.count == UTF8.width(scalar) ? lower : String(scalar)).utf8
    }
    return bytes
  }

  private func occurs(_ word: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    let end = start + word.count
    guard end <= text.count, text[start] == word[0], text[start..<end].elementsEqual(word) else {
      return false
    }
    if findsWholeWords {
      if start > 0, Self.isOfWord(text[start - 1]) { return false }
      if word.count <= Self.maxWhole, end < text.count, Self.isOfWord(text[end]) { return false }
    }
    // Never before a combining mark on the last letter.
    return end == text.count || text[end] < 0x80 || word[word.count - 1] >= 0x80
  }

  private static let maxWhole = 3

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte)
  }
}

extension TextLine.Span {
  /// Splits the span so that the given ranges of its UTF-8 have other styles.
  fileprivate func split(at ranges: [(Range<Int>, CellStyle)]) -> [Self] {
    guard !ranges.isEmpty else { return [self] }
    let bytes = Array(text.description.utf8)
    var parts: [Self] = []
    var start = 0
    func add(_ end: Int, _ style: CellStyle) {
      guard start < end else { return }
      let part = String(decoding: bytes[start..<end], as: UTF8.self)
      parts.append(Self(SafeText(part), style, link: link))
      start = end
    }
    for (range, style) in ranges {
      add(range.lowerBound, self.style)
      add(range.upperBound, style)
    }
    add(bytes.count, style)
    return parts
  }
}

extension TextLine {
  /// The line with matches highlighted; `current` is the index of the match that keys have moved
  /// to.
  package func highlighting(_ marks: QueryMarks, current: Int? = nil) -> Self {
    let ranges = marks.isEmpty ? [] : marks.ranges(in: plainText)
    guard !ranges.isEmpty else { return self }
    var end = 0
    return Self(
      spans.flatMap { span in
        let start = end
        end += span.text.description.utf8.count
        let own = ranges.enumerated().filter { $1.overlaps(start..<end) }.map { index, range in
          let cut = range.clamped(to: start..<end)
          let style = index == current ? Theme.currentMatch : span.style.with(.reverse)
          return (cut.lowerBound - start..<cut.upperBound - start, style)
        }
        return span.split(at: own)
      }
    )
  }
}
