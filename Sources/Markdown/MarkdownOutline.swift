/// The headings of a Markdown text, each with its section.
///
/// Headings are Markdown's two forms and HTML's `h1` to `h6`; those in code, quotes, lists, tables and
/// footnotes are part of a section's text.
package struct MarkdownOutline: Sendable, Hashable {
  /// A heading, and the text up to the next heading of its level or above.
  package struct Section: Sendable, Hashable {
    /// As shown, without markup; the second of a title has ` (2)` behind it.
    package let title: String
    /// From 1 to 6.
    package let level: Int
    /// Where the heading begins, from 1.
    package let line: Int
    /// A part of the source: the heading, its text and its subsections.
    package let text: Substring

    /// The length of the text in Unicode scalars.
    package var size: Int { text.unicodeScalars.count }
  }

  package let sections: [Section]

  /// Bytes in which headings are looked for; the last section has the rest of the text.
  package static let maxBytes = 1_048_576

  package init(_ text: String) {
    var finder = HeadingFinder()
    ParsedTree(BoundedSource(text, maxBytes: Self.maxBytes).bytes).walk {
      finder.take($0, line: $1)
    }
    let headings = finder.headings()
    let lines = Self.lineStarts(of: text)
    let starts = headings.map { lines[min($0.line, lines.count) - 1] }
    var ends = Array(repeating: text.endIndex, count: headings.count)
    var open: [Int] = []
    for (index, heading) in headings.enumerated() {
      while let last = open.last, headings[last].level >= heading.level {
        ends[last] = starts[index]
        open.removeLast()
      }
      open.append(index)
    }
    var titles = UniqueTitles()
    sections = headings.enumerated().map { index, heading in
      Section(
        title: titles.unique(heading.title),
        level: heading.level,
        line: heading.line,
        text: text[starts[index]..<ends[index]]
      )
    }
  }

  /// The section with that title in upper or lower case, else all those whose titles begin with it.
  package func sections(named name: String) -> [Section] {
    let name = name.words.lowercased()
    let titles = sections.map { ($0, $0.title.lowercased()) }
    if let section = titles.first(where: { $1 == name }) { return [section.0] }
    return titles.filter { $1.hasPrefix(name) }.map(\.0)
  }

  /// The beginnings of lines as cmark-gfm counts them: they end with `\n`, `\r\n` or `\r`.
  private static func lineStarts(of text: String) -> [String.Index] {
    var starts = [text.startIndex]
    var before: UInt8 = 0
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if before == 0x0A || before == 0x0D && byte != 0x0A { starts.append(index) }
      before = byte
    }
    return starts
  }
}

extension StringProtocol {
  /// Its words with one space between them.
  fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Numbers the titles that occur more than once.
private struct UniqueTitles {
  private var counts: [String: Int] = [:]

  mutating func unique(_ title: String) -> String {
    let key = title.lowercased()
    var count = counts[key, default: 0] + 1
    var unique = count == 1 ? title : "\(title) (\(count))"
    while count > 1, counts[unique.lowercased()] != nil {
      count += 1
      unique = "\(title) (\(count))"
    }
    counts[key] = count
    if count > 1 { counts[unique.lowercased()] = 1 }
    return unique
  }
}

/// Collects the headings of a document.
private struct HeadingFinder {
  struct Heading {
    let level: Int
    let line: Int
    let isHTML: Bool
    var title = ""
    /// The texts of its images, in place of an empty title.
    var images = ""
  }

  private var found: [Heading] = []
  private var heading: Heading?
  /// The parts that were entered and not left.
  private var open: [MarkdownNode.Kind] = []
  /// How many of them are images.
  private var imageCount = 0
  private var isInPre = false

  /// In bytes: the end of an HTML heading may be missing.
  private static let maxTitleLength = 400

  mutating func take(_ step: ParsedTree.Step, line: Int) {
    switch step {
    case .enter(let kind):
      if open.isEmpty, case .heading(let level) = kind { begin(level, line, isHTML: false) }
      if case .image = kind { imageCount += 1 }
      open.append(kind)
    case .leave: leave()
    case .leaf(.text(let words)), .leaf(.code(let words)): add(words)
    case .leaf(.softBreak), .leaf(.lineBreak): add(" ")
    case .leaf(.htmlBlock(let html)), .leaf(.html(let html)): read(html, line: line)
    case .leaf: break
    }
  }

  /// All that were found, in their order.
  mutating func headings() -> [Heading] {
    end()
    return found
  }

  private mutating func leave() {
    switch open.popLast() {
    case .heading: if open.isEmpty { end() }
    case .image: imageCount -= 1
    case .paragraph: add(" ")
    default: break
    }
  }

  private mutating func read(_ html: String, line: Int) {
    var scanner = HTMLScanner(html)
    for (token, lines) in scanner.tokens() {
      switch token {
      case .text(let words): add(words)
      case .open(let tag): enter(tag, line: line + lines)
      case .close("pre"): isInPre = false
      case .close(let name): if heading?.isHTML == true, Self.level(name) != nil { end() }
      }
    }
  }

  private mutating func enter(_ tag: HTMLTag, line: Int) {
    switch tag.name {
    case "img": heading?.images += " " + (tag.attributes["alt"] ?? "").prefix(Self.maxTitleLength)
    case "br": add(" ")
    case "pre": isInPre = true
    default:
      guard let level = Self.level(tag.name), mayBegin else { return }
      begin(level, line, isHTML: true)
    }
  }

  /// Whether HTML here is not in code, another heading, a quote, a list, a table or a footnote.
  private var mayBegin: Bool { !isInPre && (open.isEmpty || open.first == .paragraph) }

  private static func level(_ name: String) -> Int? {
    guard name.count == 2, name.first == "h", let level = Int(name.dropFirst()) else { return nil }
    return 1...6 ~= level ? level : nil
  }

  private mutating func begin(_ level: Int, _ line: Int, isHTML: Bool) {
    end()
    if !isHTML { isInPre = false }
    heading = Heading(level: level, line: max(line, found.last?.line ?? 1), isHTML: isHTML)
  }

  private mutating func add(_ words: some StringProtocol) {
    guard let heading, heading.title.utf8.count < Self.maxTitleLength else { return }
    if imageCount > 0 {
      self.heading?.images += words.prefix(Self.maxTitleLength)
    } else {
      self.heading?.title += words.prefix(Self.maxTitleLength)
    }
  }

  /// A heading without text or an image is left out.
  private mutating func end() {
    guard var heading else { return }
    self.heading = nil
    heading.title = heading.title.words.isEmpty ? heading.images.words : heading.title.words
    if !heading.title.isEmpty { found.append(heading) }
  }
}
