/// GitHub's Markdown as a tree of bounded size and depth.
///
/// Nothing is rejected: parts that nest too deeply become part of their parent, and overlong text
/// is truncated, which ``isCutOff`` reports.
package struct MarkdownDocument: Sendable {
  /// The root node, of kind ``MarkdownNode/Kind/document``.
  package let root: MarkdownNode
  /// Whether the text was truncated.
  package let isCutOff: Bool

  /// The maximum number of bytes parsed; GitHub's own pages show 512,000.
  package static let maxBytes = 262_144

  package init(_ text: String) {
    let bounded = BoundedSource(text, maxBytes: Self.maxBytes)
    var builder = TreeBuilder()
    ParsedTree(bounded.bytes).walk { step, _ in builder.take(step) }
    root = builder.finish()
    isCutOff = bounded.isCutOff || builder.isFull
  }
}

/// A node of a Markdown document, with its children.
package struct MarkdownNode: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    // Blocks.
    case document
    case heading(level: Int)
    case paragraph
    /// `language` is the text after the fence; empty if there is none.
    case codeBlock(String, language: String)
    case quote
    /// `start` is the number of the first item; nil for a bullet list.
    case list(start: Int?, isTight: Bool)
    /// `isChecked` is nil for an item that is not a task.
    case item(isChecked: Bool?)
    case table([Alignment])
    case row(isHeader: Bool)
    case cell, thematicBreak
    /// A footnote's text. All footnotes are at the end of the document, in the order of their
    /// references.
    case footnote
    case htmlBlock(String)

    // Inside of a line.
    case text(String)
    case code(String)
    case softBreak, lineBreak
    /// The number of a footnote, from 1.
    case footnoteReference(String)
    case html(String)
    case emphasis, strong, strikethrough
    case link(String)
    /// An image; its children are the alternative text.
    case image(String)
  }

  /// The alignment of a table column.
  package enum Alignment: Sendable, Hashable {
    case leading, center, trailing
  }

  package var kind: Kind
  package var children: [MarkdownNode]

  package init(_ kind: Kind, _ children: [MarkdownNode] = []) {
    self.kind = kind
    self.children = children
  }
}
