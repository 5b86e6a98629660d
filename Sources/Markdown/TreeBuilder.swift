/// Builds a tree from the start and end of nodes, without recursion.
///
/// Beyond a certain depth, containers are skipped: their content goes to their parent. So neither
/// building nor releasing the tree can exhaust the stack.
struct TreeBuilder {
  /// The maximum depth; people write five or six levels.
  static let maxDepth = 48
  /// The maximum number of nodes, which take about 10 MiB.
  static let maxNodes = 60_000

  private var open: [MarkdownNode] = [MarkdownNode(.document)]
  /// Whether each open node is in the tree, or was skipped.
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

  /// Whether a node is skipped; an item needs its list and a cell its row, so they are skipped
  /// without their parent.
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

  /// The tree; nodes that are still open end here.
  mutating func finish() -> MarkdownNode {
    while open.count > 1, let node = open.popLast() { append(node) }
    return open[0]
  }
}
