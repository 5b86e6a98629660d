/// The headings of a Markdown text, with their sections.
///
/// Headings are Markdown's two forms and HTML's `h1` to `h6`; those in code, quotes, lists, tables
/// and footnotes are part of a section's text.
package struct MarkdownOutline: Sendable, Hashable {
  /// A heading with the text up to the next heading of the same or a higher level.
  package struct Section: Sendable, Hashable {
    /// The title without markup; a repeated title is followed by ` (2)`.
    package let title: String
    /// The level from 1 to 6.
    package let level: Int
    /// The line of the heading, from 1.
    package let line: Int
    /// The source of the heading, its text and its subsections.
    package let text: Substring

    /// The length of the text in Unicode scalars.
    package var size: Int { text.unicodeScalars.count }
  }

  package let sections: [Section]

  /// The number of bytes searched for headings; the last section includes the rest of the text.
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

  /// The sections with this title in any case, or otherwise those whose titles begin with it.
  package func sections(named name: String) -> [Section] {
    let name = name.words.lowercased()
    let titles = sections.map { ($0, $0.title.lowercased()) }
    if let section = titles.first(where: { $1 == name }) { return [section.0] }
    return titles.filter { $1.hasPrefix(name) }.map(\.0)
  }

  /// The starts of lines as cmark-gfm counts them: they end with `\n`, `\r\n` or `\r`.
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
  /// The words, separated by single spaces.
  fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Numbers repeated titles.
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
    /// The texts of its images, which replace an empty title.
    var images = ""
  }

  private var found: [Heading] = []
  private var heading: Heading?
  /// The open nodes.
  private var open: [MarkdownNode.Kind] = []
  /// The number of open images.
  private var imageCount = 0
  private var isInPre = false

  /// The maximum length in bytes, because the end of an HTML heading may be missing.
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

  /// All headings in order.
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

  /// Whether HTML here is outside code, other headings, quotes, lists, tables and footnotes.
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

  /// Ends a heading; one without text or image is ignored.
  private mutating func end() {
    guard var heading else { return }
    self.heading = nil
    heading.title = heading.title.words.isEmpty ? heading.images.words : heading.title.words
    if !heading.title.isEmpty { found.append(heading) }
  }
}
