extension MarkdownDocument {
  /// The words of the document without its markup, for a search.
  ///
  /// A paragraph, an item, a row of a table and a line of code are a line each. Images and with them badges,
  /// HTML tags and comments, and the addresses of links are left out.
  package var plainText: String {
    var writer = PlainTextWriter()
    writer.write(root)
    return writer.text
  }
}

/// Collects the lines of a plain text; none of them is empty.
private struct PlainTextWriter {
  private(set) var text = ""
  private var isAtLineStart = true

  /// Never deeper than the document, whose depth is bounded.
  mutating func write(_ node: MarkdownNode) {
    switch node.kind {
    case .document, .quote, .list, .item, .table, .footnote: write(node.children)
    case .heading, .paragraph, .row:
      write(node.children)
      endLine()
    case .cell:
      write(node.children)
      addBlank()
    case .codeBlock(let code, _):
      for line in code.split(whereSeparator: \.isNewline) {
        add(line)
        endLine()
      }
    case .htmlBlock(let html): write(HTMLToken.tokens(html))
    case .text(let words), .code(let words): add(words)
    case .softBreak: addBlank()
    case .lineBreak: endLine()
    case .emphasis, .strong, .strikethrough, .link: write(node.children)
    case .thematicBreak, .footnoteReference, .html, .image: break
    }
  }

  private mutating func write(_ nodes: [MarkdownNode]) {
    for node in nodes { write(node) }
  }

  private mutating func write(_ tokens: [HTMLToken]) {
    for token in tokens {
      switch token {
      case .text(let words):
        if words.first?.isWhitespace == true { addBlank() }
        for (index, word) in words.split(whereSeparator: \.isWhitespace).enumerated() {
          if index > 0 { addBlank() }
          add(word)
        }
        if words.last?.isWhitespace == true { addBlank() }
      case .open(let tag): if !Self.inline.contains(tag.name) { endLine() }
      case .close(let name): if !Self.inline.contains(name) { endLine() }
      }
    }
    endLine()
  }

  /// The elements that do not end a line.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark", "picture", "q",
    "s", "samp", "small", "source", "span", "strong", "sub", "sup", "td", "th", "u", "var",
  ]

  private mutating func add(_ words: some StringProtocol) {
    guard !isAtLineStart else {
      let rest = words.drop(while: \.isWhitespace)
      text += rest
      isAtLineStart = rest.isEmpty
      return
    }
    text += words
  }

  private mutating func addBlank() {
    if !isAtLineStart, text.utf8.last != UInt8(ascii: " ") { text += " " }
  }

  private mutating func endLine() {
    guard !isAtLineStart else { return }
    if text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    text += "\n"
    isAtLineStart = true
  }
}
