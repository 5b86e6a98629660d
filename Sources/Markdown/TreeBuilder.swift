/// Makes a tree of the parts that are entered and left, without recursion.
///
/// Below a certain depth, a part that holds others is passed through: its content goes to the part around it.
/// So neither building the tree nor releasing it can exhaust the stack.
struct TreeBuilder {
  /// People write five or six.
  static let maxDepth = 48
  /// A tree of these takes some ten MiB.
  static let maxNodes = 60_000

  private var open: [MarkdownNode] = [MarkdownNode(.document)]
  /// Whether each part that was entered and not left is in the tree, or passed through.
  private var entered: [Bool] = []
  private var count = 0

  var isFull: Bool { count >= Self.maxNodes }

  mutating func take(_ step: ParsedTree.Step) {
    switch step {
    case .leaf(let kind): if !isFull { append(MarkdownNode(kind)) }
    case .enter(let kind): enter(kind)
    case .leave: leave()
    }
  }

  private mutating func enter(_ kind: MarkdownNode.Kind) {
    let isKept = !isFull && open.count < Self.maxDepth && !isPassedThrough(kind)
    entered.append(isKept)
    if isKept { open.append(MarkdownNode(kind)) }
  }

  /// An item needs its list and a cell its row: without its parent it is passed through too.
  private func isPassedThrough(_ kind: MarkdownNode.Kind) -> Bool {
    switch kind {
    case .item, .row, .cell: entered.last == false
    default: false
    }
  }

  private mutating func leave() {
    guard entered.popLast() == true, let node = open.popLast() else { return }
    append(node)
  }

  private mutating func append(_ node: MarkdownNode) {
    count += 1
    open[open.count - 1].children.append(node)
  }

  /// The tree; parts that were not left yet end here.
  mutating func finish() -> MarkdownNode {
    while open.count > 1, let node = open.popLast() { append(node) }
    return open[0]
  }
}
