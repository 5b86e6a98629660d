import Terminal

/// The help, made from the live keymap.
enum HelpText {
  private static let columnWidth = 58
  private static let keyWidth = 22

  /// Lays the keys out in as many columns as fit.
  static func lines(_ options: ScreenOptions, width: Int) -> [TextLine] {
    let count = max(min(width / columnWidth, 3), 1)
    let entries =
      KeyCommand.Group.allCases.flatMap { group($0, options, width: width / count) } + legend
    let height = (entries.count + count - 1) / count
    return (0..<height).map { row in
      let cells = (0..<count).map { column in
        let index = column * height + row
        return index < entries.count ? entries[index] : .blank
      }
      return columns(cells, width: width / count)
    }
  }

  private static let legend: [TextLine] =
    [TextLine("Symbols", .bold)]
    + [
      ("★ ☆", "starred, not starred"), ("✦ ✧ !", "starring, unstarring, failed"),
      ("✓", "marked"), ("♥", "favorite"), ("●", "language"), ("3mo", "last pushed 3 months ago"),
      ("dim rows", "cached results; search in progress"),
      ("[✓] [•] [ ]", "in the list: all, some, none"),
      ("⑂ ◉ ⊙", "forks, watchers, open issues"),
    ].map { sign, meaning in row("  " + SafeText(sign), SafeText(meaning)) }
    + [TextLine("In the details and here", .bold)]
    + PagerKeys.all.map { row("  " + SafeText($0.names), SafeText($0.title)) }
    + [
      row("  / n N", "details: search, next, previous"),
      row("  J K", "details: next, previous repository"), row("  q", "back"),
    ]

  private static func row(_ sign: SafeText, _ text: SafeText) -> TextLine {
    let gap = SafeText.blanks(max(keyWidth - sign.displayWidth, 1))
    return TextLine([TextLine.Span(sign, Theme.language), TextLine.Span(gap + text)])
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

  private static func entry(_ command: KeyCommand, _ keymap: Keymap, width: Int) -> TextLine? {
    guard let first = keymap.name(of: command) else { return nil }
    let more = keymap.keys(for: command).dropFirst().map { SafeText(" " + KeyName.text($0)) }
    let names = more.reduce(SafeText("  " + first)) { names, key in
      (names + key).displayWidth < keyWidth ? names + key : names
    }
    return row(names, SafeText(command.title).truncated(toWidth: max(width - keyWidth - 1, 0)))
  }

  private static func columns(_ cells: [TextLine], width: Int) -> TextLine {
    cells.reduce(into: TextLine()) { line, cell in
      line.spans += cell.spans
      line.spans.append(TextLine.Span(.blanks(width - cell.width)))
    }
  }
}
