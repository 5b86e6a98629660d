internal import FlyingSocks

/// Bytes that end in an error: FlyingFox closes the connection on it, short of the length it
/// announced.
struct CutBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  struct Interruption: Error {}

  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: ArraySlice<UInt8>

    mutating func next() async throws -> UInt8? {
      guard let byte = rest.popFirst() else { throw Interruption() }
      return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { throw Interruption() }
      let buffer = rest.prefix(Swift.max(count, 1))
      rest = rest.dropFirst(buffer.count)
      return buffer
    }
  }
}
