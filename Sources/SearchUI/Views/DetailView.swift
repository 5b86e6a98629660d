import GitHubModel
import SearchModel
import Terminal

/// The detail in lines: head, description, facts, README.
struct DetailView {
  private let state: ScreenState
  private let detail: DetailState
  private let repository: Repository?

  init(_ state: ScreenState) {
    self.state = state
    detail = state.pane.detail
    repository = state.pane.repository
  }

  func count(width: Int) -> Int {
    front(width: width).count + state.pane.readmeLines(width: width).count
  }

  /// So many lines from the first that is shown; the README below may have thousands.
  func lines(width: Int, rows: Int = .max) -> [TextLine] {
    let front = front(width: width)
    let readme = state.pane.readmeLines(width: width)
    let top = max(state.pane.top, 0)
    return Array(front.dropFirst(top).prefix(rows))
      + readme.dropFirst(max(top - front.count, 0)).prefix(max(rows - max(front.count - top, 0), 0))
  }

  /// All above the README.
  private func front(width: Int) -> [TextLine] {
    guard let repository, width > 0 else { return [] }
    return head(repository, width: width) + description(repository, width: width) + [.blank]
      + facts(repository, width: width) + trouble(detail.facts, width: width) + [.blank]
      + readmeHead(width: width)
  }

  private func head(_ repository: Repository, width: Int) -> [TextLine] {
    let lines = [
      TextLine([
        TextLine.Span(SafeText(repository.name.fullName), .bold, link: Link(repository.url))
      ]),
      TextLine(star(repository), starStyle(repository)),
      TextLine(flags(repository), .dim),
    ]
    guard width >= Self.leastWidthForPicture else { return lines }
    return zip(OwnerPicture.lines(repository.owner.login), lines).map { picture, line in
      TextLine([picture, TextLine.Span("  ")] + line.spans)
    }
  }

  private static let leastWidthForPicture = 30

  /// The owner's picture over the initials; nil while there is none, and when they are not in view
  /// as a whole.
  func picture(in region: ScreenRegion) -> PicturePlacement? {
    guard state.pane.top <= 0, region.columns >= Self.leastWidthForPicture,
      region.rows >= OwnerPicture.rows, let owner = repository?.owner, let id = owner.id,
      let picture = state.pictures.picture(of: owner)
    else { return nil }
    return PicturePlacement(
      id: OwnerPicture.number(id),
      picture: picture,
      region: ScreenRegion(
        column: region.column,
        row: region.row,
        columns: OwnerPicture.columns,
        rows: OwnerPicture.rows
      )
    )
  }

  private func star(_ repository: Repository) -> SafeText {
    switch state.search.stars[repository.id] {
    case .unknown: "star not known"
    case .known(true): "★ starred"
    case .known(false): "☆ not starred"
    case .pending(true): "✦ being starred"
    case .pending(false): "✧ being unstarred"
    }
  }

  private func starStyle(_ repository: Repository) -> CellStyle {
    state.search.stars[repository.id].isStarred == true ? .foreground(.yellow) : .plain
  }

  private func flags(_ repository: Repository) -> SafeText {
    let isFavourite = state.search.favourites.contains(repository.id)
    let parts = [isFavourite ? "♥ favorite" : nil, repository.visibility].compactMap(\.self)
    return SafeText(parts.joined(separator: " · "), longest: 100)
  }

  private func description(_ repository: Repository, width: Int) -> [TextLine] {
    let text = SafeText(repository.description ?? "", longest: 4_000)
    return text.isEmpty ? [] : [.blank] + text.wrapped(toWidth: width).map { TextLine($0) }
  }

  private static let labelWidth = 13

  private func facts(_ repository: Repository, width: Int) -> [TextLine] {
    RepositoryFacts.lines(of: repository, now: state.now).flatMap { label, value in
      fact(label, SafeText(value, longest: 1_000), link: Link(value), width: width)
    }
  }

  private func fact(
    _ label: String,
    _ value: SafeText,
    link: Link?,
    width: Int
  ) -> [TextLine] {
    let room = width - Self.labelWidth
    guard room >= Self.labelWidth else {
      return [TextLine([TextLine.Span("\(label): ", .dim), TextLine.Span(value, link: link)])]
    }
    return value.wrapped(toWidth: room).prefix(3).enumerated().map { index, line in
      let label = index == 0 ? label : ""
      let gap = String(repeating: " ", count: Self.labelWidth - label.count)
      return TextLine([
        TextLine.Span(SafeText(label + gap), .dim), TextLine.Span(line, link: link),
      ])
    }
  }

  private func readmeHead(width: Int) -> [TextLine] {
    switch detail.readme {
    case .absent: []
    case .loading: [TextLine("README …", .dim)]
    case .loaded(.none): [TextLine("No README.", .dim)]
    case .loaded: [TextLine("README", .underline), .blank]
    case .failed: trouble(detail.readme, width: width)
    }
  }

  private func trouble<Value>(_ loadable: Loadable<Value>, width: Int) -> [TextLine] {
    guard case .failed(let failure) = loadable else { return [] }
    let key = state.options.keymap.name(of: .retry).map { "\($0) tries again · " } ?? ""
    let text = SafeText(key) + BannerText.cause(failure)
    return text.wrapped(toWidth: width).map { TextLine($0, .foreground(.red)) }
  }
}
