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

/// A window over the list: a title, rows of which one is selected, and keys.
struct Popup {
  var title: SafeText
  var rows: [(left: SafeText, right: SafeText)]
  var selection: Int?
  /// Keys with a word each.
  var hints: [String]
  /// The size that it has at least, where there is room.
  var minColumns = 40
  var minRows = 1

  /// Below the query, in the middle.
  func draw(in body: ScreenRegion, on grid: inout Grid) {
    let widest = rows.map { $0.left.displayWidth + $0.right.displayWidth + 2 }.max() ?? 0
    let width = min(max(widest, title.displayWidth + 2, minColumns), body.columns)
    let height = min(max(rows.count, minRows) + 2, body.rows)
    let region = ScreenRegion(
      column: body.column + (body.columns - width) / 2,
      row: body.row + min((body.rows - height) / 2, 1),
      columns: width,
      rows: height
    )
    let room = max(height - 2, 1)
    let top = max((selection ?? 0) - room + 1, 0)
    let shown = rows.enumerated().dropFirst(top).prefix(room).map { index, row in
      TextLine(text(row, width), index == selection ? .reverse : .plain)
    }
    grid.fill(region)
    grid.put([TextLine((" " + title).padded(toWidth: width), .reverse)] + shown, in: region)
    let line = SafeText(" " + hints.joined(separator: "  ")).padded(toWidth: width)
    grid.put(TextLine(line, Theme.dim), in: region.line(height - 1))
  }

  private func text(_ row: (left: SafeText, right: SafeText), _ width: Int) -> SafeText {
    let room = max(width - row.right.displayWidth - 1, 1)
    return row.left.truncated(toWidth: max(room - 1, 1)).padded(toWidth: room) + row.right + " "
  }
}

/// The choice of star lists for repositories, over the list.
struct ListPickerView {
  let menu: Menu
  let picker: ListPicker
  let search: SearchState
  let keymap: Keymap

  private var lists: [ListMembers] { search.lists.value ?? [] }

  var popup: Popup {
    let choices = menu.choices(lists)
    let names = lists.map { $0.list.safeName.displayWidth + 14 }.max() ?? 0
    return Popup(
      title: title,
      rows: choices.isEmpty ? [(" " + nothing, .empty)] : choices.map(row),
      selection: choices.isEmpty ? nil : menu.selection,
      hints: hints,
      minColumns: max(names, 40),
      // It does not shrink as you type.
      minRows: lists.count
    )
  }

  private var nothing: SafeText {
    search.lists.value == nil
      ? "Loading your lists…" : "No lists yet: type a name to create one"
  }

  private var hints: [String] {
    let word =
      switch menu.selectedChoice(lists) {
      case .new?: "create"
      case .list(let list)? where menu.addsOnEnter(to: list): "add"
      case .list, nil: "apply"
      }
    return keymap.hints([(.toggleMark, "toggle"), (.accept, word), (.back, "cancel")])
  }

  private var title: SafeText {
    let repositories = picker.repositories
    guard repositories.count == 1, let only = repositories.first else {
      return "Lists for \(repositories.count) repositories"
    }
    return "Lists for \(only.name.fullName)"
  }

  private func row(_ choice: ListPicker.Choice) -> (left: SafeText, right: SafeText) {
    switch choice {
    case .new(let name): return (" + new list \"" + SafeText(name, longest: 100) + "\"", .empty)
    case .list(let list):
      let sign: SafeText =
        switch picker.mark(list) {
        case .all: "[✓]"
        case .some: "[•]"
        case .none: "[ ]"
        }
      let count = SafeText(CompactNumber.grouped(list.list.repositoryCount))
      return (" " + sign + " " + list.list.safeName, count)
    }
  }
}

extension Popup {
  /// The menu of what can be changed of a star list.
  init(changing list: StarList, selection: Int, _ keymap: Keymap) {
    self.init(
      title: list.safeName,
      rows: ListChange.allCases.map { (" " + $0.title(for: list), .empty) },
      selection: selection,
      hints: keymap.hints([(.accept, "choose"), (.back, "cancel")]),
      minColumns: 28
    )
  }
}
