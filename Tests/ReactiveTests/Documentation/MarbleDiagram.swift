/// A marble diagram: streams above one another, the last of which the operator makes.
struct MarbleDiagram {
  struct Line {
    let label: String
    let marble: Marble
  }

  let file: String
  let lines: [Line]

  /// Reads the text of a block; `nil` if it is no diagram.
  ///
  /// All lines begin in one column, two spaces behind the longest label.
  init?(_ block: DocumentedBlock) {
    file = block.file
    let labels = block.lines.map(Self.label)
    guard let margin = labels.map(\.count).max() else { return nil }
    var lines: [Line] = []
    for (label, text) in zip(labels, block.lines) {
      guard text.dropFirst(label.count).prefix(margin + 2 - label.count).allSatisfy({ $0 == " " }),
        let marble = Marble(text.dropFirst(margin + 2))
      else { return nil }
      lines.append(Line(label: label, marble: marble))
    }
    self.lines = lines
  }

  /// The operator: the last label, without the letter of a subscriber.
  var name: String {
    let label = lines.last?.label ?? ""
    return label.hasSuffix(", B") || label.hasSuffix(", A") ? String(label.dropLast(3)) : label
  }

  /// The column after the last one.
  var width: Int { lines.map(\.marble.end).max() ?? 0 }

  private static func label(of line: String) -> String {
    var label = ""
    var gap = ""
    for character in line {
      guard character != " " else {
        gap.append(character)
        continue
      }
      if gap.count > 1 { break }
      label += gap
      label.append(character)
      gap = ""
    }
    return label
  }
}
