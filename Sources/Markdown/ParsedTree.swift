import CCMarkGFM

/// A document that cmark-gfm has read, and owns.
@safe struct ParsedTree: ~Copyable {
  /// A step of a walk through a document.
  enum Step {
    case enter(MarkdownNode.Kind)
    case leave
    case leaf(MarkdownNode.Kind)
  }

  // Owned: freed in `deinit` only.
  private let parser: OpaquePointer?
  private let root: OpaquePointer?

  /// What the tables and task lists of GitHub need is attached; `autolink` is not, for it reads
  /// beyond its buffer and takes quadratic time before 0.29.0.gfm.7: see ``Autolink``.
  private static let extensions = ["table", "strikethrough", "tasklist"]

  /// Registered once for the process, since cmark-gfm does so without a lock.
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

  /// Goes through the document in reading order.
  func walk(_ take: (Step) -> Void) {
    guard let root = unsafe root, let walk = unsafe cmark_iter_new(root) else { return }
    defer { unsafe cmark_iter_free(walk) }
    while true {
      let event = unsafe cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE else { return }
      guard let raw = unsafe cmark_iter_get_node(walk), unsafe raw != root else { continue }
      let node = unsafe ParsedNode(raw)
      if event == CMARK_EVENT_EXIT {
        take(.leave)
      } else {
        take(node.isLeaf ? .leaf(node.kind) : .enter(node.kind))
      }
    }
  }
}
