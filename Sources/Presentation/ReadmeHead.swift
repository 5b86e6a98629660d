package import GitHubModel
package import Markdown

/// The text above a README on the screen, which the README need not repeat: the name and the
/// description.
package struct ReadmeHead: Sendable, Hashable {
  private let texts: Set<String>

  package init(_ repository: Repository) {
    let name = repository.name
    let all = [name.name, name.fullName, repository.description ?? ""]
    texts = Set(all.map(Self.letters)).subtracting([""])
  }

  /// The blocks without the title, the description and badges near the start, unless nothing would
  /// be left.
  package func removed(from blocks: [MarkdownNode]) -> [MarkdownNode] {
    let second = blocks.enumerated().filter { $1.isHeading }.dropFirst().first?.offset
    let end = min(second ?? blocks.count, Self.maxBlocks)
    var kept = blocks.prefix(end).filter { !isRepeated($0) }
    kept += blocks.dropFirst(end)
    return kept.isEmpty ? blocks : kept
  }

  /// The number of blocks examined, above that before the first section of most READMEs.
  private static let maxBlocks = 12

  private func isRepeated(_ block: MarkdownNode) -> Bool {
    switch block.kind {
    case .heading, .paragraph, .htmlBlock: break
    default: return false
    }
    var content = BlockContent()
    content.add(block)
    let words = Self.letters(content.words)
    return words.isEmpty
      ? content.images.allSatisfy {
        $0.isBadge || repeats($0.text) || Self.letters($0.text).hasSuffix("logo")
      } : texts.contains(words)
  }

  /// Whether a text is the name or the description, ignoring differences in form.
  package func repeats(_ text: String) -> Bool {
    let letters = Self.letters(text)
    return letters.isEmpty || texts.contains(letters)
  }

  private static func letters(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension MarkdownNode {
  fileprivate var isHeading: Bool {
    if case .heading = kind { true } else { false }
  }
}

/// The words and images of a block.
private struct BlockContent {
  struct Image {
    let text: String
    let isBadge: Bool
  }

  private(set) var words = ""
  private(set) var images: [Image] = []
  /// The number of open HTML links.
  private var links = 0

  mutating func add(_ node: MarkdownNode, isLinked: Bool = false) {
    switch node.kind {
    case .text(let text), .code(let text): words += text
    case .html(let html), .htmlBlock(let html):
      for token in HTMLToken.tokens(html) { add(token) }
    case .image(let address):
      var text = Self()
      for child in node.children { text.add(child) }
      addImage(text.words, address, isLinked: isLinked)
    case .link: for child in node.children { add(child, isLinked: true) }
    default: for child in node.children { add(child, isLinked: isLinked) }
    }
  }

  private mutating func add(_ token: HTMLToken) {
    switch token {
    case .text(let text): words += text
    case .open(let tag) where tag.name == "img":
      addImage(tag.attributes["alt"] ?? "", tag.attributes["src"] ?? "", isLinked: false)
    case .open(let tag): if tag.name == "a" { links += 1 }
    case .close(let name): if name == "a" { links -= 1 }
    }
  }

  private mutating func addImage(_ text: String, _ address: String, isLinked: Bool) {
    let isBadge = isLinked || links > 0 || Self.badges.contains { address.contains($0) }
    images.append(Image(text: text, isBadge: isBadge))
  }

  /// Parts of the URLs of badges that link to nothing.
  private static let badges = ["shields.io", "badge", "travis-ci", "codecov", "coveralls"]
}
