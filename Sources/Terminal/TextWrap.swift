/// Breaks text into lines that fit a width.
package enum TextWrap {
  /// At spaces where there are some, and inside of a word that is longer than a line.
  package static func lines(_ text: String, width: Int) -> [String] {
    let width = max(width, 2)
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for word in text.split(separator: " ") {
      for piece in pieces(of: word, width: width) {
        let pieceWidth = piece.displayWidth
        if lineWidth > 0, lineWidth + 1 + pieceWidth > width {
          lines.append(line)
          (line, lineWidth) = ("", 0)
        }
        line += lineWidth > 0 ? " " + piece : piece
        lineWidth += pieceWidth + (lineWidth > 0 ? 1 : 0)
      }
    }
    return lineWidth > 0 ? lines + [line] : lines
  }

  private static func pieces(of word: Substring, width: Int) -> [String] {
    guard word.displayWidth > width else { return [String(word)] }
    var pieces: [String] = []
    var piece = ""
    var pieceWidth = 0
    for character in word {
      let characterWidth = character.displayWidth
      if pieceWidth + characterWidth > width {
        pieces.append(piece)
        (piece, pieceWidth) = ("", 0)
      }
      piece.append(character)
      pieceWidth += characterWidth
    }
    return pieces + [piece]
  }
}
