extension MarkdownDocument {
  /// The text of a document without markup.
  ///
  /// Each paragraph, list item, table row and line of code is one line. Images (and thereby
  /// badges), HTML tags, comments and link targets are omitted. For a search, there are no empty
  /// lines; for readers, blocks are separated by blank lines and code is unchanged.
  package static func plainText(of markdown: String, separatesBlocks: Bool = false) -> String {
    var writer = PlainTextWriter(separatesBlocks: separatesBlocks)
    let maxBytes = separatesBlocks ? MarkdownOutline.maxBytes : maxBytes
    ParsedTree(BoundedSource(markdown, maxBytes: maxBytes).bytes).walk { step, _ in
      writer.take(step)
    }
    return writer.text
  }
}

/// Collects the lines of a plain text.
private struct PlainTextWriter {
  private let separatesBlocks: Bool
  private(set) var text = ""
  /// Whether to add a blank line before the next text.
  private var isBlockEnded = false
  private var isAtLineStart = true
  /// The open nodes.
  private var open: [MarkdownNode.Kind] = []
  /// The number of open images.
  private var imageCount = 0

  init(separatesBlocks: Bool) {
    self.separatesBlocks = separatesBlocks
  }

  mutating func take(_ step: ParsedTree.Step) {
    switch step {
    case .enter(let kind):
      open.append(kind)
      if case .image = kind { imageCount += 1 }
    case .leave: leave()
    case .leaf(let kind): if imageCount == 0 { write(kind) }
    }
    if separatesBlocks, open.isEmpty, isAtLineStart, !text.isEmpty { isBlockEnded = true }
  }

  private mutating func leave() {
    switch open.popLast() {
    case .heading, .paragraph, .row: endLine()
    case .cell: addBlank()
    case .image: imageCount -= 1
    default: break
    }
  }

  private mutating func write(_ leaf: MarkdownNode.Kind) {
    switch leaf {
    case .codeBlock(let code, _) where separatesBlocks:
      endLine()
      beginText()
      text += code
    case .codeBlock(let code, _):
      // "\r\n" is one character, and slow to find.
      for line in code.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        add(Substring(line))
        endLine()
      }
    case .htmlBlock(let html): write(HTMLToken.tokens(html))
    case .text(let words), .code(let words): add(words)
    case .softBreak: addBlank()
    case .lineBreak: endLine()
    default: break
    }
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

  /// Elements that do not end a line.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark", "picture", "q",
    "s", "samp", "small", "source", "span", "strong", "sub", "sup", "td", "th", "u", "var",
  ]

  private mutating func add(_ words: some StringProtocol) {
    guard !isAtLineStart else {
      let rest = words.drop(while: \.isWhitespace)
      if !rest.isEmpty { beginText() }
      text += rest
      isAtLineStart = rest.isEmpty
      return
    }
    text += words
  }

  private mutating func beginText() {
    if isBlockEnded { text += "\n" }
    isBlockEnded = false
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
