/// C's form of a list of strings: pointers to null-terminated bytes, then a null pointer.
enum CStrings {
  typealias List = [UnsafeMutablePointer<CChar>?]

  /// The lists are valid only within the closure; a zero byte ends a string.
  static func with<Result>(
    _ first: [[UInt8]],
    _ second: [[UInt8]],
    _ body: (List, List) throws -> Result
  ) rethrows -> Result {
    let (first, second) = (list(first), list(second))
    defer { for text in first + second { text?.deallocate() } }
    return try body(first, second)
  }

  private static func list(_ texts: [[UInt8]]) -> List {
    texts.map(copy) + [nil]
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    copy.initialize(repeating: 0, count: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    return copy
  }
}
