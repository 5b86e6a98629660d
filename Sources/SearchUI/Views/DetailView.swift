package import Essentials
package import GitHubModel
import SearchModel
import Terminal

/// The detail in lines: head, description, facts, README.
struct DetailView {
  let state: ScreenState
  private var detail: DetailState { state.pane.detail }
  private var repository: Repository? { state.pane.repository }

  func count(width: Int) -> Int {
    front(width: width).count + state.pane.readmeLines(width: width).count
  }

  /// The lines from the first that is shown; the README may have thousands.
  func lines(width: Int, rows: Int = .max) -> [TextLine] {
    let top = max(state.pane.top, 0)
    let lines = lines(width: width, from: top, rows: rows)
    guard let marks = state.pane.find?.marks ?? state.queryMarks else { return lines }
    return lines.enumerated().map { index, line in
      line.highlighting(marks, current: state.pane.find?.current(in: top + index))
    }
  }

  /// The lines without highlights.
  func lines(width: Int, from top: Int, rows: Int = .max) -> [TextLine] {
    let front = front(width: width)
    let readme = state.pane.readmeLines(width: width)
    return Array(front.dropFirst(top).prefix(rows))
      + readme.dropFirst(max(top - front.count, 0)).prefix(max(rows - max(front.count - top, 0), 0))
  }

  /// The lines above the README, without the stars gained if these would push its beginning off the screen.
  func front(width: Int) -> [TextLine] {
    guard let repository, width > 0 else { return [] }
    let rows = state.layout.detail?.rows ?? .max
    let lines = front(repository, width: width, hasGrowth: true)
    guard lines.count >= rows else { return lines }
    let shorter = front(repository, width: width, hasGrowth: false)
    return shorter.count < rows ? shorter : lines
  }

  private func front(_ repository: Repository, width: Int, hasGrowth: Bool) -> [TextLine] {
    head(repository, width: width, hasGrowth: hasGrowth) + description(repository, width: width)
      + note(repository, width: width)
      + errorLines(detail.facts, width: width) + [.blank] + readmeHead(width: width)
  }

  /// The name, the facts and the topics, beside the owner's picture where there is room.
  private func head(_ repository: Repository, width: Int, hasGrowth: Bool) -> [TextLine] {
    let options = state.options
    let isPictured = width >= OwnerPicture.minWidth && (options.hasColor || options.hasPictures)
    let room = isPictured ? width - OwnerPicture.indent : width
    let (title, rest) = title(repository, width: room)
    let facts =
      facts(repository, after: rest, width: room) + (hasGrowth ? growth(width: room) : [])
      + topics(repository, width: room)
    let lines = [title] + facts
    let initials = options.hasColor ? repository.owner.login : ""
    return isPictured ? OwnerPicture.beside(lines, initials: initials) : lines
  }

  private static let gap = OwnerPicture.gap

  /// The owner's picture over the initials; nil if there is none, or if the initials are not completely in
  /// view.
  func picture(in region: ScreenRegion) -> PicturePlacement? {
    guard state.pane.top <= 0, region.columns >= OwnerPicture.minWidth,
      region.rows >= OwnerPicture.rows, let owner = repository?.owner,
      let picture = state.pictures.picture(of: owner)
    else { return nil }
    var place = region
    (place.columns, place.rows) = (OwnerPicture.columns, OwnerPicture.rows)
    return PicturePlacement(picture, in: place)
  }

  /// The name with more facts about the repository, and the facts for which there is no room.
  ///
  /// Shows only the symbol of the star if its words do not fit.
  private func title(_ repository: Repository, width: Int) -> (TextLine, rest: [[TextLine.Span]]) {
    let name = SafeText(repository.name.fullName).truncated(toWidth: width)
    let star = state.search.stars[repository.id]
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
    if state.search.favorites.contains(repository.id) { add("♥ favorite", Theme.favorite) }
    let flags = RepositoryFacts.state(of: repository.flags)
    if !flags.isEmpty { add(SafeText(flags), Theme.warning) }
    return (line, rest)
  }

  private func facts(
    _ repository: Repository,
    after rest: [[TextLine.Span]],
    width: Int
  ) -> [TextLine] {
    var lines = [TextLine()]
    for fact in rest + FactIcons.spans(repository, now: state.now) {
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

  private func growth(width: Int) -> [TextLine] {
    let text = detail.recentStars.flatMap { GrowthText.details($0, width: width) }
    return text.map { [TextLine(SafeText($0).truncated(toWidth: width), Theme.dim)] } ?? []
  }

  private func topics(_ repository: Repository, width: Int) -> [TextLine] {
    let topics = SafeText((repository.topics ?? []).joined(separator: " · "), longest: 600)
    return topics.isEmpty ? [] : [TextLine(topics.truncated(toWidth: width), Theme.language)]
  }

  private func description(_ repository: Repository, width: Int) -> [TextLine] {
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

  private func note(_ repository: Repository, width: Int) -> [TextLine] {
    guard let note = state.search.notes[repository.id] else { return [] }
    let lines = note.split(whereSeparator: \.isNewline).enumerated().flatMap { index, text in
      let text = SafeText(text, longest: 4_000)
      return SpanWrap.lines(
        [TextLine.Span(index == 0 ? "Note: " + text : text, Theme.note)],
        width: width
      )
    }
    return [.blank] + lines
  }

  private func readmeHead(width: Int) -> [TextLine] {
    switch detail.readme {
    case .absent: localHead(width: width)
    case .loading:
      detail.localReadme == nil
        ? [TextLine("Loading README…", .dim)] : localHead(width: width)
    case .loaded(.none): [TextLine("No README.", .dim)]
    case .loaded: []
    // A failure of both is shown once.
    case .failed(let failure) where detail.facts == .failed(failure): localHead(width: width)
    case .failed: errorLines(detail.readme, width: width) + localHead(width: width)
    }
  }

  /// When the README of the local copy, which is shown below, was current.
  private func localHead(width: Int) -> [TextLine] {
    guard let readme = detail.localReadme else { return [] }
    let text = "Saved README from \(readme.date.day), as plain text"
    return [TextLine(SafeText(text).truncated(toWidth: width), .dim), .blank]
  }

  private func errorLines<Value>(_ loadable: Loadable<Value>, width: Int) -> [TextLine] {
    guard case .failed(let failure) = loadable else { return [] }
    let key = state.options.keymap.name(of: .retry).map { " · \($0) to retry" } ?? ""
    let text = failure.safeWhy + SafeText(key)
    return text.wrapped(toWidth: width, Theme.failure)
  }
}

extension StarState {
  /// The state in words, for the detail and for screen readers.
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

/// The placeholder for an owner's picture: initials on a color derived from the name.
package enum OwnerPicture {
  /// A square, since most cells are twice as high as wide.
  package static let columns = 6
  package static let rows = 3

  /// Columns to the text beside it.
  static let gap = 2
  package static let indent = columns + gap
  /// On a narrower terminal it takes too much room.
  package static let minWidth = 30

  /// Lines with the initials of a login before them; an empty login leaves their room blank.
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

extension Date {
  /// The day in UTC, as in `2015-10-23`.
  var day: String {
    let seconds = Int(exactly: timeIntervalSince1970.rounded(.down))
    return seconds.flatMap(Timestamp.text).map { String($0.prefix(10)) } ?? ""
  }
}

/// The facts about a repository as icons and short words, for the head of its detail.
enum FactIcons {
  static func spans(_ repository: Repository, now: Date) -> [[TextLine.Span]] {
    let counts = repository.counts
    func count(_ sign: String, _ count: Int?, _ word: String = "") -> TextLine.Span? {
      count.map { TextLine.Span("\(sign) \(CompactNumber.text($0))\(word)") }
    }
    let language = repository.language.map { SafeText($0, longest: 100) }
    let color = repository.language.map(LanguageColor.style)
    let pushed = repository.dates.pushed
    let facts: [[TextLine.Span?]] = [
      [counts.stars.map { TextLine.Span("★ \(CompactNumber.text($0))", Theme.star) }],
      [count("⑂", counts.forks)], [count("◉", counts.subscribers)],
      [count("⊙", counts.openIssues, " open")],
      [
        language.map { _ in TextLine.Span(Symbol.dot, color ?? Theme.dim) },
        language.map { TextLine.Span(" " + $0) },
      ],
      [repository.license.map { TextLine.Span(SafeText($0.shortName, longest: 100)) }],
      [pushed.map { TextLine.Span("pushed \(RelativeDate.text($0, now: now))", Theme.dim) }],
    ]
    return facts.map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
  }
}

/// The facts about a repository, the most interesting ones first.
package enum RepositoryFacts {
  /// Labels and values of the facts that are known.
  ///
  /// Values come from outside unchanged: make them safe before showing them.
  package static func lines(
    of repository: Repository,
    now: Date
  ) -> [(label: String, value: String)] {
    let (counts, dates) = (repository.counts, repository.dates)
    let facts: [(String, String?)] = [
      ("Owner", owner(repository.owner)),
      ("Stars", counts.stars.map(CompactNumber.grouped)),
      ("Watchers", counts.subscribers.map(CompactNumber.grouped)),
      ("Forks", counts.forks.map(CompactNumber.grouped)),
      ("Open issues", counts.openIssues.map(CompactNumber.grouped)),
      ("Language", repository.language),
      ("Topics", repository.topics?.joined(separator: ", ")),
      ("License", repository.license.map { $0.name ?? $0.spdxID ?? $0.key }),
      ("Created", dates.created.map { date($0, now: now) }),
      ("Updated", dates.updated.map { date($0, now: now) }),
      ("Pushed", dates.pushed.map { date($0, now: now) }),
      ("Branch", repository.defaultBranch),
      ("State", state(of: repository.flags)),
      ("Homepage", repository.homepage),
      ("URL", repository.url),
    ]
    return facts.compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : (label, $0) }
    }
  }

  private static func owner(_ owner: Owner) -> String {
    owner.kind.map { "\(owner.login) (\($0.lowercased()))" } ?? owner.login
  }

  static func state(of flags: Repository.Flags) -> String {
    let states = [
      (flags.isArchived, "archived"), (flags.isFork, "a fork"), (flags.isPrivate, "private"),
      (flags.isTemplate, "a template"), (flags.isDisabled, "disabled"),
    ]
    return states.filter { $0.0 == true }.map(\.1).joined(separator: ", ")
  }

  /// As in `2015-10-23 (9y ago)`.
  private static func date(_ date: Date, now: Date) -> String {
    "\(date.day) (\(RelativeDate.text(date, now: now)))"
  }
}
