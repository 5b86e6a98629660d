import Terminal

/// The placeholder for an owner's avatar: initials on a color derived from the name.
package enum OwnerPicture {
  /// The width for a square, since most cells are twice as high as wide.
  package static let columns = 6
  package static let rows = 3

  /// The columns between the avatar and the text.
  package static let gap = 2
  package static let indent = columns + gap
  /// The minimum width of a terminal with space for it.
  package static let minWidth = 30

  /// Adds a login's initials before lines; an empty login leaves blank space.
  package static func beside(_ lines: [TextLine], initials login: String) -> [TextLine] {
    let pictures = self.lines(login)
    let blank = TextLine.Span(.blanks(columns))
    return (0..<max(lines.count, rows)).map { row in
      let picture = TextLine([row < rows ? pictures[row] : blank])
      guard row < lines.count, lines[row] != .blank else { return picture }
      return TextLine(picture.spans + [TextLine.Span(.blanks(gap))] + lines[row].spans)
    }
  }

  private static func lines(_ login: String) -> [TextLine.Span] {
    let style = login.isEmpty ? .plain : style(login)
    let initials = initials(login)
    let row = initials.isEmpty ? "      " : "  " + initials + (initials.count > 1 ? "  " : "   ")
    return ["      ", row, "      "].map { TextLine.Span(SafeText($0), style) }
  }

  /// The initials of the name's first two parts, or its first two letters.
  private static func initials(_ login: String) -> String {
    let parts = login.split { !$0.isLetter && !$0.isNumber }.filter { $0.allSatisfy(\.isASCII) }
    let letters =
      parts.count > 1 ? parts.prefix(2).compactMap(\.first) : Array((parts.first ?? "").prefix(2))
    return String(letters).uppercased()
  }

  private static func style(_ login: String) -> CellStyle {
    let sum = login.utf8.reduce(UInt(0)) { ($0 &* 31) &+ UInt($1) }
    return Theme.owners[Int(sum % UInt(Theme.owners.count))]
  }
}
