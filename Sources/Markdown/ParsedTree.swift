import CCMarkGFM

/// A document parsed by cmark-gfm, which owns it.
@safe struct ParsedTree: ~Copyable {
  /// A step in walking a document.
  enum Step {
    case enter(MarkdownNode.Kind)
    case leave
    case leaf(MarkdownNode.Kind)
  }

  // Owned: freed only in `deinit`.
  private let parser: OpaquePointer?
  private let root: OpaquePointer?

  /// The extensions for GitHub's tables and task lists; `autolink` is missing because before
  /// 0.29.0.gfm.7 it reads beyond its buffer and takes quadratic time: see ``Autolink``.
  private static let extensions = ["table", "strikethrough", "tasklist"]

  /// Registered once per process, since cmark-gfm does so without a lock.
  private static let isRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  init(_ bytes: [UInt8]) {
    _ = Self.isRegistered
    let parser = unsafe cmark_parser_new(CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES)
    for name in Self.extensions {
      guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
      unsafe cmark_parser_attach_syntax_extension(parser, found)
    }
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    unsafe self.parser = unsafe parser
    unsafe root = cmark_parser_finish(parser)
  }

  deinit {
    unsafe cmark_node_free(root)
    unsafe cmark_parser_free(parser)
  }

  /// Walks through the document in reading order; each step includes the line of its node, from 1.
  func walk(_ take: (Step, _ line: Int) -> Void) {
    guard let root = unsafe root, let walk = unsafe cmark_iter_new(root) else { return }
    defer { unsafe cmark_iter_free(walk) }
    while true {
      let event = unsafe cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE else { return }
      guard let raw = unsafe cmark_iter_get_node(walk), unsafe raw != root else { continue }
      let node = unsafe ParsedNode(raw)
      if event == CMARK_EVENT_EXIT {
        take(.leave, node.line)
      } else {
        take(node.isLeaf ? .leaf(node.kind) : .enter(node.kind), node.line)
      }
    }
  }
}

/// A node of a ``ParsedTree``, valid as long as the tree.
@safe struct ParsedNode {
  private let raw: OpaquePointer?

  init(_ raw: OpaquePointer?) {
    unsafe self.raw = raw
  }

  /// Whether the iterator visits the node only once, since it cannot have children.
  var isLeaf: Bool {
    switch unsafe cmark_node_get_type(raw) {
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
      CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
      true
    default: false
    }
  }

  var line: Int { Int(unsafe cmark_node_get_start_line(raw)) }

  /// The kind, compared by number first and in order of frequency, because comparing names is much
  /// slower.
  var kind: MarkdownNode.Kind {
    switch unsafe cmark_node_get_type(raw) {
    case CMARK_NODE_TEXT: .text(literal)
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_CODE: .code(literal)
    case CMARK_NODE_LINK: .link(address)
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_IMAGE: .image(address)
    case CMARK_NODE_HTML_INLINE: .html(literal)
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_HEADING: .heading(level: Int(unsafe cmark_node_get_heading_level(raw)))
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: list
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_CODE_BLOCK:
      .codeBlock(literal, language: unsafe Self.text(cmark_node_get_fence_info(raw)))
    case CMARK_NODE_HTML_BLOCK: .htmlBlock(literal)
    // Footnotes have no name in 0.29.0.gfm.6.
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference(literal)
    default: named
    }
  }

  /// The kind of an item or an extension's node, which has no fixed number; an unknown one is a
  /// paragraph.
  private var named: MarkdownNode.Kind {
    switch unsafe Self.text(cmark_node_get_type_string(raw)) {
    case "item": .item(isChecked: nil)
    case "tasklist":
      .item(isChecked: unsafe cmark_gfm_extensions_get_tasklist_item_checked(raw))
    case "table": .table(alignments)
    case "table_header": .row(isHeader: true)
    case "table_row": .row(isHeader: false)
    case "table_cell": .cell
    case "strikethrough": .strikethrough
    default: .paragraph
    }
  }

  private var literal: String { unsafe Self.text(cmark_node_get_literal(raw)) }
  private var address: String { unsafe Self.text(cmark_node_get_url(raw)) }

  private var list: MarkdownNode.Kind {
    let isOrdered = unsafe cmark_node_get_list_type(raw) == CMARK_ORDERED_LIST
    return .list(
      start: isOrdered ? Int(unsafe cmark_node_get_list_start(raw)) : nil,
      isTight: unsafe cmark_node_get_list_tight(raw) != 0
    )
  }

  private var alignments: [MarkdownNode.Alignment] {
    let count = Int(unsafe cmark_gfm_extensions_get_table_columns(raw))
    guard let letters = unsafe cmark_gfm_extensions_get_table_alignments(raw) else { return [] }
    return unsafe UnsafeBufferPointer(start: letters, count: count).map { letter in
      switch letter {
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .trailing
      default: .leading
      }
    }
  }

  /// Copies UTF-8 from cmark-gfm; NULL, for a node without text, becomes empty.
  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }
}
