import GitHubModel
import Presentation
import SearchModel
import Terminal

/// The user's star lists, one per row.
struct StarListsView {
  let lists: [StarListMembers]
  let selection: StarList.ID?
  let top: Int

  func draw(in region: ScreenRegion, on grid: inout Grid) {
    let top = min(max(top, 0), lists.count)
    let shown = lists[top...].prefix(max(region.rows, 0)).map(\.list)
    let hasPrivate = shown.contains(where: \.isPrivate)
    let counts = shown.map { CompactNumber.grouped($0.repositoryCount).count }.max() ?? 0
    let names = shown.map { $0.safeName.displayWidth }.max() ?? 0
    let name = min(names, max(region.columns - counts - 3, 1))
    for (offset, list) in shown.enumerated() {
      let place = region.line(offset)
      let isSelected = list.id == selection
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
  /// The minimum width of a useful description.
  private static let minDescription = 12
}

extension StarList {
  var safeName: SafeText { SafeText(name, longest: 100) }
}

extension TextLine.Span {
  /// The span in the selected row, which is highlighted as a whole.
  var highlighted: Self { Self(text, CellStyle(style.attributes.union(.reverse)), link: link) }
}
