/// Gathers text and hands it over in pieces, so that a text of megabytes is never there twice.
struct PieceStream: TextOutputStream {
  private let hand: (String) throws(CommandFailure) -> Void
  private var piece = ""
  private var failure: CommandFailure?

  init(to hand: @escaping (String) throws(CommandFailure) -> Void) {
    self.hand = hand
  }

  /// What cannot be handed over is reported by ``flush()``, and nothing is from then on.
  mutating func write(_ text: String) {
    var rest = text[...]
    while rest.utf8.count > Self.size {
      let scalars = rest.unicodeScalars
      let end = scalars.index(scalars.startIndex, offsetBy: Self.size / 4, limitedBy: rest.endIndex)
      let cut = end ?? rest.endIndex
      piece += rest[..<cut]
      rest = rest[cut...]
      handOver()
    }
    piece += rest
    if piece.utf8.count >= Self.size { handOver() }
  }

  /// Hands over what is left.
  mutating func flush() throws(CommandFailure) {
    handOver()
    if let failure { throw failure }
  }

  /// Bytes, more or less.
  private static let size = 64 * 1024

  private mutating func handOver() {
    defer { piece = "" }
    guard failure == nil, !piece.isEmpty else { return }
    do throws(CommandFailure) {
      try hand(piece)
    } catch {
      failure = error
    }
  }
}

extension TextOutputStream {
  /// Writes the text with some of its scalars replaced, a little at a time.
  mutating func write(_ text: String, replacing: (Unicode.Scalar) -> String?) {
    var run = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacing(scalar) {
        run += replacement
      } else {
        run.unicodeScalars.append(scalar)
      }
      guard run.utf8.count >= 4096 else { continue }
      write(run)
      run = ""
    }
    write(run)
  }
}
