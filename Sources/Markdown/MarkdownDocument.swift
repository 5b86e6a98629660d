/// GitHub's Markdown as a tree of bounded size and depth.
///
/// Nothing is refused: what nests deeper than anybody writes stands in the part around it, and what
/// is longer than anybody reads is cut off, which ``isCutOff`` says.
package struct MarkdownDocument: Sendable {
  /// Of kind ``MarkdownNode/Kind/document``.
  package let root: MarkdownNode
  package let isCutOff: Bool

  /// Bytes that are read: GitHub's own pages show 512,000 of them.
  package static let mostBytes = 262_144

  package init(_ text: String) {
    let bounded = BoundedSource(text, longest: Self.mostBytes)
    var builder = TreeBuilder()
    ParsedTree(bounded.bytes).walk { builder.take($0) }
    root = builder.finish()
    isCutOff = bounded.isCutOff || builder.isFull
  }
}
