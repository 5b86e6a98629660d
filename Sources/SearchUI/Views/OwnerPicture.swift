import Terminal

/// Stands for the owner's picture: initials on a colour that the name always gets.
package enum OwnerPicture {
  /// A square, as cells mostly are twice as high as wide.
  package static let columns = 6
  package static let rows = 3

  /// What the picture itself is to the terminal: high, since programs count from 1.
  static func number(_ owner: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: owner) & 0x3FFF_FFFF | 0x4000_0000
  }

  /// As many lines as rows.
  package static func lines(_ login: String) -> [TextLine.Span] {
    let style = CellStyle(.bold, foreground: .black, background: color(login))
    let initials = initials(login)
    let row = initials.isEmpty ? "      " : "  " + initials + (initials.count > 1 ? "  " : "   ")
    return ["      ", row, "      "].map { TextLine.Span(SafeText($0), style) }
  }

  /// Of the first two parts of the name, or its first two letters.
  private static func initials(_ login: String) -> String {
    let parts = login.split { !$0.isLetter && !$0.isNumber }.filter { $0.allSatisfy(\.isASCII) }
    let letters =
      parts.count > 1 ? parts.prefix(2).compactMap(\.first) : Array((parts.first ?? "").prefix(2))
    return String(letters).uppercased()
  }

  private static let colors: [Color] = [.red, .green, .yellow, .blue, .magenta, .cyan]

  private static func color(_ login: String) -> Color {
    let sum = login.utf8.reduce(UInt(0)) { ($0 &* 31) &+ UInt($1) }
    return colors[Int(sum % UInt(colors.count))]
  }
}
