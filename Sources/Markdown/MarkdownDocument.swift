/// GitHub's Markdown as a tree of bounded size and depth.
///
/// Nothing is refused: what nests too deeply goes to the part around it, and what
/// is too long is cut off, which ``isCutOff`` says.
package struct MarkdownDocument: Sendable {
  /// Of kind ``MarkdownNode/Kind/document``.
  package let root: MarkdownNode
  /// Whether some of the text was left out.
  package let isCutOff: Bool

  /// Bytes that are read: GitHub's own pages show 512,000 of them.
  package static let maxBytes = 262_144

  package init(_ text: String) {
    let bounded = BoundedSource(text, longest: Self.maxBytes)
    var builder = TreeBuilder()
    ParsedTree(bounded.bytes).walk { builder.take($0) }
    root = builder.finish()
    isCutOff = bounded.isCutOff || builder.isFull
  }
}
