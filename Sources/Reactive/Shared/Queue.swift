/// A first-in, first-out queue with a constant-time `popFirst`.
struct Queue<Element: Sendable>: Sendable {
  // Removed elements become nil, so that nothing is retained too long.
  private var slots: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == slots.count }
  var first: Element? { isEmpty ? nil : slots[head] }
  var elements: [Element] { slots[head...].compactMap { $0 } }

  mutating func append(_ element: Element) { slots.append(element) }

  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    let first = slots[head].take()
    head += 1
    if head == slots.count {
      slots.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= slots.count {
      slots.removeFirst(head)
      head = 0
    }
    return first
  }
}
