import Essentials
import GitHubModel
import Presentation
import SearchModel
import Terminal

/// Everything shown in the lines above a README.
struct DetailContent: Sendable, Equatable {
  let detail: DetailState
  let repository: Repository?
  let star: StarState
  let isFavorite: Bool
  let note: String?
  let activity: ActivityText?
  let options: ScreenOptions
  let width: Int
  /// The rows of the region that shows them.
  let rows: Int

  init(_ state: ScreenState, width: Int) {
    (detail, repository) = (state.pane.detail, state.pane.repository)
    let id = repository?.id
    star = id.map { state.search.stars[$0] } ?? .unknown
    isFavorite = id.map(state.search.favorites.contains) ?? false
    note = id.flatMap { state.search.notes[$0] }
    let facts = state.pane.detail.activity.value
    activity = repository.map { ActivityText(of: $0, facts?.flatMap(\.self), now: state.now) }
    (options, self.width) = (state.options, width)
    rows = state.layout.detail?.rows ?? .max
  }
}

/// The lines above a README: header, description, note, failures.
struct DetailView {
  let content: DetailContent
  private var detail: DetailState { content.detail }
  private var width: Int { content.width }

  /// The details in words, for screen readers: symbols mean nothing when spoken.
  func spoken(now: Date) -> [TextLine] {
    guard let repository = content.repository else { return [] }
    let states = [content.star.words, content.isFavorite ? "favorite" : .empty]
    let name = states.filter { !$0.isEmpty }.reduce(SafeText(repository.name.fullName)) {
      $0 + ", " + $1
    }
    let facts = FactLines.lines(of: repository, now: now).map {
      SafeText("\($0.label): \($0.value)", longest: 600)
    }
    // The line is final only once everything known about the activity is read.
    let activity = detail.activity.value.flatMap { _ in content.activity?.line() }
    let growth = detail.recentStars.map(GrowthText.gained)
    let trends = [activity.map { "Activity: " + $0 }, growth.map { "Stars gained: " + $0 }]
      .compactMap { $0.map { SafeText($0, longest: 600) } }
    return ([name] + facts + trends).map { TextLine($0) }
      + description(repository) + note + errorLines(detail.facts) + readmeHead
  }

  /// The lines above the README, without the stars gained if these would push it off the screen.
  var lines: [TextLine] {
    guard let repository = content.repository, width > 0 else { return [] }
    let lines = lines(repository, hasGrowth: true)
    guard lines.count >= content.rows else { return lines }
    let shorter = self.lines(repository, hasGrowth: false)
    return shorter.count < content.rows ? shorter : lines
  }

  private func lines(_ repository: Repository, hasGrowth: Bool) -> [TextLine] {
    head(repository, hasGrowth: hasGrowth) + description(repository) + note
      + errorLines(detail.facts) + [.blank] + readmeHead
  }

  /// The name, the facts and the topics, beside the owner's avatar if there is space.
  private func head(_ repository: Repository, hasGrowth: Bool) -> [TextLine] {
    let options = content.options
    let isPictured = width >= OwnerPicture.minWidth && (options.hasColor || options.hasPictures)
    let room = isPictured ? width - OwnerPicture.indent : width
    let (title, rest) = title(repository, width: room)
    let facts =
      facts(repository, after: rest, width: room) + activity(width: room)
      + (hasGrowth ? growth(width: room) : [])
      + topics(repository, width: room)
    let lines = [title] + facts
    let initials = options.hasColor ? repository.owner.login : ""
    return isPictured ? OwnerPicture.beside(lines, initials: initials) : lines
  }

  private static let gap = OwnerPicture.gap

  /// The name with more facts about the repository, and the facts that do not fit.
  ///
  /// Shows only the star's symbol if its words do not fit.
  private func title(_ repository: Repository, width: Int) -> (TextLine, rest: [[TextLine.Span]]) {
    let name = SafeText(repository.name.fullName).truncated(toWidth: width)
    let star = content.star
    var line = TextLine([TextLine.Span(name, .bold, link: Link(repository.url))])
    var rest: [[TextLine.Span]] = []
    func add(_ text: SafeText, _ style: CellStyle) {
      if line.width + Self.gap + text.displayWidth <= width {
        line.spans.append(TextLine.Span("  " + text, style))
      } else {
        rest.append([TextLine.Span(text, style)])
      }
    }
    if star != .unknown {
      let (sign, words) = (star.sign.text, " " + star.words)
      let isRoomy = (name + sign + words).displayWidth + Self.gap <= width
      add(isRoomy ? sign + words : sign, star.isStarred == true ? Theme.star : .plain)
    }
    if content.isFavorite { add("♥ favorite", Theme.favorite) }
    let flags = FactLines.state(of: repository.flags)
    if !flags.isEmpty { add(SafeText(flags), Theme.warning) }
    return (line, rest)
  }

  private func facts(
    _ repository: Repository,
    after rest: [[TextLine.Span]],
    width: Int
  ) -> [TextLine] {
    var lines = [TextLine()]
    for fact in rest + FactIcons.spans(repository) {
      let last = lines[lines.count - 1]
      let isFirst = last.spans.isEmpty
      if !isFirst, last.width + Self.gap + TextLine(fact).width > width {
        lines.append(TextLine(fact))
      } else {
        lines[lines.count - 1].spans += (isFirst ? [] : [TextLine.Span("  ")]) + fact
      }
    }
    return lines.filter { !$0.spans.isEmpty }
  }

  private func activity(width: Int) -> [TextLine] {
    guard let activity = content.activity else { return [] }
    let text = SafeText(activity.line(width: width), longest: 600).truncated(toWidth: width)
    return [TextLine(text, activity.isActive ? Theme.dim : Theme.warning)]
  }

  private func growth(width: Int) -> [TextLine] {
    let text = detail.recentStars.flatMap { GrowthText.details($0, width: width) }
    return text.map { [TextLine(SafeText($0).truncated(toWidth: width), Theme.dim)] } ?? []
  }

  private func topics(_ repository: Repository, width: Int) -> [TextLine] {
    let topics = SafeText((repository.topics ?? []).joined(separator: " · "), longest: 600)
    return topics.isEmpty ? [] : [TextLine(topics.truncated(toWidth: width), Theme.language)]
  }

  private func description(_ repository: Repository) -> [TextLine] {
    let description = EmojiNames.replaced(in: repository.description ?? "")
    let text = SafeText(description, longest: 4_000)
    let homepage = SafeText(repository.homepage ?? "", longest: 1_000)
    let link = Link(repository.homepage ?? "")
    let address = TextLine([
      TextLine.Span(homepage.truncated(toWidth: width), Theme.link, link: link)
    ])
    let lines =
      SpanWrap.lines([TextLine.Span(text)], width: width)
      + (homepage.isEmpty ? [] : [address])
    return lines.isEmpty ? [] : [.blank] + lines
  }

  private var note: [TextLine] {
    guard let note = content.note else { return [] }
    let lines = note.split(whereSeparator: \.isNewline).enumerated().flatMap { index, text in
      let text = SafeText(text, longest: 4_000)
      return SpanWrap.lines(
        [TextLine.Span(index == 0 ? "Note: " + text : text, Theme.note)],
        width: width
      )
    }
    return [.blank] + lines
  }

  private var readmeHead: [TextLine] {
    switch detail.readme {
    case .absent: localHead
    case .loading:
      detail.localReadme == nil ? [TextLine("Loading README…", .dim)] : localHead
    case .loaded(.none): [TextLine("No README.", .dim)]
    case .loaded: []
    // A failure of both is shown once.
    case .failed(let failure) where detail.facts == .failed(failure): localHead
    case .failed: errorLines(detail.readme) + localHead
    }
  }

  /// When the local copy's README, shown below, was current.
  private var localHead: [TextLine] {
    guard let readme = detail.localReadme else { return [] }
    let text = "Saved README from \(readme.date.day), as plain text"
    return [TextLine(SafeText(text).truncated(toWidth: width), .dim), .blank]
  }

  private func errorLines<Value>(_ loadable: Loadable<Value>) -> [TextLine] {
    guard case .failed(let failure) = loadable else { return [] }
    let key = content.options.keymap.name(of: .retry).map { " · \($0) to retry" } ?? ""
    let text = failure.safeWhy + SafeText(key)
    return text.wrapped(toWidth: width, Theme.failure)
  }
}

extension StarState {
  /// The state in words, for the details and screen readers.
  var words: SafeText {
    switch self {
    case .unknown: .empty
    case .known(true): "starred"
    case .known(false): "not starred"
    case .pending(true): "starring"
    case .pending(false): "unstarring"
    case .failed(true): "starring failed"
    case .failed(false): "unstarring failed"
    }
  }
}

/// The facts about a repository as icons and short words, for the header of its details.
enum FactIcons {
  static func spans(_ repository: Repository) -> [[TextLine.Span]] {
    let counts = repository.counts
    func count(_ sign: String, _ count: Int?, _ word: String = "") -> TextLine.Span? {
      count.map { TextLine.Span("\(sign) \(CompactNumber.text($0))\(word)") }
    }
    let language = repository.language.map { SafeText($0, longest: 100) }
    let color = repository.language.map(LanguageColor.style)
    let facts: [[TextLine.Span?]] = [
      [counts.stars.map { TextLine.Span("★ \(CompactNumber.text($0))", Theme.star) }],
      [count("⑂", counts.forks)], [count("◉", counts.subscribers)],
      [count("⊙", counts.openIssues, " open")],
      [
        language.map { _ in TextLine.Span(Symbol.dot, color ?? Theme.dim) },
        language.map { TextLine.Span(" " + $0) },
      ],
      [repository.license.map { TextLine.Span(SafeText($0.shortName, longest: 100)) }],
    ]
    return facts.map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
  }
}
