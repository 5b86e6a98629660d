import GitHubModel
import SearchModel
import Terminal

/// The user's star lists, one a row.
struct StarListsView {
  let state: ScreenState

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let lists = state.search.shownLists
    let top = min(max(state.listTop, 0), lists.count)
    let shown = lists[top...].prefix(max(region.rows, 0)).map(\.list)
    let hasPrivate = shown.contains(where: \.isPrivate)
    let counts = shown.map { CompactNumber.grouped($0.repositoryCount).count }.max() ?? 0
    let names = shown.map { $0.safeName.displayWidth }.max() ?? 0
    let name = min(names, max(region.columns - counts - 3, 1))
    for (offset, list) in shown.enumerated() {
      let place = region.line(offset)
      let isSelected = list.id == state.search.selectedList
      if isSelected { grid.fill(place, style: .reverse) }
      let count = CompactNumber.grouped(list.repositoryCount)
      var spans = [
        TextLine.Span(isSelected ? Symbol.pointer : Symbol.none, Theme.accent),
        TextLine.Span(list.safeName.padded(toWidth: name), .bold),
        TextLine.Span("  " + SafeText(count.rightAligned(toWidth: counts)), Theme.star),
      ]
      if hasPrivate, region.columns - TextLine(spans).width > Self.mark.displayWidth + 2 {
        let mark: SafeText = list.isPrivate ? Self.mark : ""
        spans.append(TextLine.Span("  " + mark.padded(toWidth: Self.mark.displayWidth), Theme.dim))
      }
      let room = region.columns - TextLine(spans).width - 2
      if room >= Self.minDescription {
        let text = SafeText(list.description ?? "", longest: 600).truncated(toWidth: room)
        spans.append(TextLine.Span("  " + text))
      }
      grid.put(TextLine(isSelected ? spans.map(\.highlighted) : spans), in: place)
    }
  }

  private static let mark: SafeText = "private"
  /// A narrower description is useless.
  private static let minDescription = 12
}

extension StarList {
  var safeName: SafeText { SafeText(name, longest: 100) }
}

extension TextLine.Span {
  /// The span in the selected row, which is highlighted as a whole.
  var highlighted: Self { Self(text, CellStyle(style.attributes.union(.reverse)), link: link) }
}

/// The choice of star lists for repositories, over the list.
struct ListPickerView {
  let picker: ListPicker
  let search: SearchState
  let keymap: Keymap

  func draw(in body: ScreenRegion, on grid: inout Grid) {
    let region = region(in: body)
    grid.fill(region)
    let room = max(region.rows - 2, 1)
    let top = max(picker.selection - room + 1, 0)
    let rows = lists.enumerated().dropFirst(top).prefix(room).map { index, list in
      row(list, isSelected: index == picker.selection, width: region.columns)
    }
    let waiting = TextLine("  Loading your lists…", Theme.dim)
    let lines =
      [filled(" " + title, region.columns, .reverse)]
      + (search.lists.value == nil ? [waiting] : rows)
      + [filled(keys, region.columns, Theme.dim)]
    grid.put(lines, in: region)
  }

  private var lists: [ListMembers] { search.lists.value ?? [] }

  private var keys: SafeText {
    let commands = [(KeyCommand.accept, "apply"), (.back, "cancel")]
    let hints = commands.compactMap { command, word in
      keymap.name(of: command).map { "\($0) \(word)" }
    }
    return SafeText(" " + (["Space toggle"] + hints).joined(separator: "  "))
  }

  private var title: SafeText {
    let repositories = picker.repositories
    guard repositories.count == 1, let only = repositories.first else {
      return "Lists for \(repositories.count) repositories"
    }
    return "Lists for \(only.name.fullName)"
  }

  /// Below the query, in the middle; as large as it has to be.
  private func region(in body: ScreenRegion) -> ScreenRegion {
    let names = lists.map { $0.list.safeName.displayWidth + 14 }.max() ?? 0
    let width = min(max(names, title.displayWidth + 2, Self.minColumns), body.columns)
    let rows = min(max(lists.count, 1) + 2, body.rows)
    return ScreenRegion(
      column: body.column + (body.columns - width) / 2,
      row: body.row + min((body.rows - rows) / 2, 1),
      columns: width,
      rows: rows
    )
  }

  private static let minColumns = 40

  private func row(_ list: ListMembers, isSelected: Bool, width: Int) -> TextLine {
    let sign: SafeText =
      switch picker.mark(list) {
      case .all: "[✓]"
      case .some: "[•]"
      case .none: "[ ]"
      }
    let count = SafeText(CompactNumber.grouped(list.list.repositoryCount))
    let left =
      " " + sign + " "
      + list.list.safeName.truncated(toWidth: max(width - 8 - count.displayWidth, 1))
    let gap = max(width - left.displayWidth - count.displayWidth - 1, 1)
    return filled(left + .blanks(gap) + count, width, isSelected ? .reverse : .plain)
  }

  private func filled(_ text: SafeText, _ width: Int, _ style: CellStyle) -> TextLine {
    TextLine(text.padded(toWidth: width), style)
  }
}
