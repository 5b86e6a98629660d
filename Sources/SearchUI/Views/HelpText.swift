import Terminal

/// The help, made from the live keymap.
enum HelpText {
  private static let columnWidth = 50
  private static let keyWidth = 16

  /// In as many columns as the width takes.
  static func lines(_ options: ScreenOptions, width: Int) -> [TextLine] {
    let count = max(min(width / columnWidth, 3), 1)
    let entries = KeyCommand.Group.allCases.flatMap { group($0, options, width: width / count) }
    let height = (entries.count + count - 1) / count
    return (0..<height).map { row in
      let cells = (0..<count).map { column in
        let index = column * height + row
        return index < entries.count ? entries[index] : .blank
      }
      return beside(cells, width: width / count)
    }
  }

  private static func group(
    _ group: KeyCommand.Group,
    _ options: ScreenOptions,
    width: Int
  ) -> [TextLine] {
    let commands = KeyCommand.allCases.filter { $0.group == group }
    return [TextLine(SafeText(group.rawValue), .bold)]
      + commands.compactMap { entry($0, options.keymap, width: width) } + [.blank]
  }

  /// Nil for a command without a key.
  private static func entry(_ command: KeyCommand, _ keymap: Keymap, width: Int) -> TextLine? {
    let keys = keymap.keys(for: command).map(KeyName.text)
    guard !keys.isEmpty else { return nil }
    let names = SafeText("  " + keys.joined(separator: " ")).truncated(toWidth: keyWidth - 1)
    let gap = String(repeating: " ", count: max(keyWidth - names.displayWidth, 1))
    let title = SafeText(command.title).truncated(toWidth: max(width - keyWidth - 1, 0))
    return TextLine([
      TextLine.Span(names, .foreground(.cyan)), TextLine.Span(SafeText(gap) + title),
    ])
  }

  private static func beside(_ cells: [TextLine], width: Int) -> TextLine {
    cells.reduce(into: TextLine()) { line, cell in
      line.spans += cell.spans
      let gap = max(width - cell.width, 0)
      line.spans.append(TextLine.Span(SafeText(String(repeating: " ", count: gap))))
    }
  }
}
