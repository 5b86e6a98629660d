/// Writes text in chunks, so that megabytes of it are never in memory twice.
struct ChunkedWriter: TextOutputStream {
  private let sink: (String) throws(CommandFailure) -> Void
  private var chunk = ""
  private var failure: CommandFailure?

  init(to sink: @escaping (String) throws(CommandFailure) -> Void) {
    self.sink = sink
  }

  /// After a failure nothing more is written; ``flush()`` throws it.
  mutating func write(_ text: String) {
    var rest = text[...]
    while rest.utf8.count > Self.size {
      let scalars = rest.unicodeScalars
      let end = scalars.index(scalars.startIndex, offsetBy: Self.size / 4, limitedBy: rest.endIndex)
      let cut = end ?? rest.endIndex
      chunk.append(contentsOf: rest[..<cut])
      rest = rest[cut...]
      writeChunk()
    }
    // `+=` would append it letter by letter.
    chunk.append(contentsOf: rest)
    if chunk.utf8.count >= Self.size { writeChunk() }
  }

  /// Writes the rest.
  mutating func flush() throws(CommandFailure) {
    writeChunk()
    if let failure { throw failure }
  }

  /// The approximate size of a chunk in bytes.
  private static let size = 64 * 1024

  private mutating func writeChunk() {
    defer { chunk = "" }
    guard failure == nil, !chunk.isEmpty else { return }
    do throws(CommandFailure) {
      try sink(chunk)
    } catch {
      failure = error
    }
  }
}
