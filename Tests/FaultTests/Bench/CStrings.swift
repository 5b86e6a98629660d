/// Lists of texts as C has them: pointers to zero-ended bytes, and a null pointer behind them.
enum CStrings {
  typealias List = [UnsafeMutablePointer<CChar>?]

  /// The lists are valid in the closure alone; what follows a zero byte in a text is lost.
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
