/// A text as a test argument, printed only as far as it fits a line.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let value: String

  package init(_ value: String) { self.value = value }

  package init(stringLiteral value: String) { self.value = value }

  package init(repeating part: String, count: Int) {
    value = String(repeating: part, count: count)
  }

  package static func + (left: Text, right: Text) -> Text { Text(left.value + right.value) }

  package var description: String {
    let size = value.utf8.count
    return size <= 80
      ? value.debugDescription : "\(value.prefix(40).debugDescription)… (\(size) bytes)"
  }
}
