/// A first-in, first-out queue without a shift at every `popFirst`.
@usableFromInline
@frozen
struct Queue<Element> {
  // Nil where an item was taken, so that nothing is kept longer than it waits.
  @usableFromInline var items: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { head == items.count }
  @inlinable var count: Int { items.count - head }

  @inlinable
  mutating func append(_ item: Element) {
    items.append(item)
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    let first = items[head].take()
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Empties the queue and hands out what was in it, to be let go outside of a lock.
  @inlinable
  mutating func takeAll() -> [Element?] {
    let all = items
    self = Queue()
    return all
  }
}

extension Queue: Sendable where Element: Sendable {}
