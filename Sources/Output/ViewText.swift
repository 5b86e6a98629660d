package import Core
package import Discovery
import Essentials
package import GitHubModel
import Presentation
import RepositoryStore
package import Terminal

/// The text of `view` on a terminal: a repository's facts, languages and README.
package struct ViewText {
  package let display: Display
  package let own: OwnDetails?

  package init(display: Display, own: OwnDetails?) {
    (self.display, self.own) = (display, own)
  }

  /// The maximum width in columns; longer lines are hard to read.
  private static let maxReadmeWidth = 100

  /// The name and the facts; with the owner's avatar only without a pager, since pagers do not show
  /// pictures.
  package func facts(
    of repository: Repository,
    _ trends: (activity: Activity.Facts?, growth: StarGrowth?),
    picture: Picture? = nil
  ) -> String {
    let facts = FactLines.lines(of: repository, now: display.now)
      .map { line($0.label, $0.value) }
    let activity = ActivityText(of: repository, trends.activity, now: display.now)
      .line(width: display.width - Self.labelWidth)
    let names = own?.lists ?? []
    let lists = names.isEmpty ? "" : line("Lists", names.joined(separator: ", "))
    return ViewHead(repository: repository, display: display).text(with: picture)
      + description(of: repository) + "\n"
      + (repository.isStarred.map { line("Starred", $0 ? "★ yes" : "no") } ?? "")
      + line("Activity", activity)
      + (trends.growth.flatMap { GrowthText.details($0) }.map { line("Growth", $0) } ?? "")
      + facts.joined() + lists + noteLines
  }

  /// The note beside its label, using the available width.
  private var noteLines: String {
    let paragraphs = (own?.note?.text ?? "").split(whereSeparator: \.isNewline)
      .map { Self.safe(String($0)) }
    let room = max(display.width - Self.labelWidth, 1)
    return paragraphs.flatMap { TextWrap.lines($0, width: room) }.enumerated()
      .map { line($0.offset == 0 ? "Note" : "", $0.element) }.joined()
  }

  /// The description after a blank line; empty if there is none.
  private func description(of repository: Repository) -> String {
    guard let text = repository.description, !text.isEmpty else { return "" }
    let lines = TextWrap.lines(Self.safe(EmojiNames.replaced(in: text)), width: display.width)
    return ([""] + lines).map { $0 + "\n" }.joined()
  }

  private func line(_ label: String, _ value: String) -> String {
    let label = label.padded(toWidth: Self.labelWidth)
    let value = Self.safe(value).truncated(toWidth: display.width - Self.labelWidth)
    return display.styled(Theme.dim, label) + value + "\n"
  }

  private static let labelWidth = 14

  private static func safe(_ text: String) -> String {
    SafeText(text, longest: maxShownLength).description
  }

  /// The maximum length in Unicode scalars: about twenty screens.
  private static let maxShownLength = 32_768

  /// The languages and the README, each after a blank line.
  package func rest(of repository: Repository, languages: [LanguageShare], readme: String) -> String
  {
    let bar = LanguageBar.lines(languages, width: display.width, isColored: display.hasColor)
    return [display.text(bar), readme].filter { !$0.isEmpty }.map { "\n" + $0 }.joined()
  }

  /// The lines of a README; relative URLs belong to the page, and are omitted without one.
  ///
  /// A plain one has no markup.
  package static func readme(
    _ readme: String,
    of file: ReadmeSource,
    page: String?,
    isPlain: Bool,
    on display: Display
  ) -> String {
    if isPlain {
      return readme.split(separator: "\n", omittingEmptySubsequences: false)
        .map { safe(String($0)) }.joined(separator: "\n")
    }
    let options = ReadmeText.Options(
      width: min(display.width, maxReadmeWidth),
      page: page,
      path: file.path,
      showsAddresses: !display.hasHyperlinks
    )
    return display.text(ReadmeText.lines(readme, options))
  }
}

extension Display {
  fileprivate func text(_ lines: [TextLine]) -> String {
    guard hasColor else { return lines.map { $0.plainText + "\n" }.joined() }
    return StyledText.text(
      lines,
      colors: capabilities.colors == .trueColor ? .trueColor : .palette,
      hasHyperlinks: hasHyperlinks
    )
  }
}

/// The header of `view`: the repository's name beside its owner's avatar or initials.
package struct ViewHead {
  package let repository: Repository
  package let display: Display

  /// The lines of the header; only the name on a narrow terminal, and without colors.
  package func text(with picture: Picture?) -> String {
    guard display.hasColor, display.width >= OwnerPicture.minWidth else {
      return display.text([name(room: .max)])
    }
    let lines = [.blank, name(room: display.width - OwnerPicture.indent), .blank]
    guard let picture, let pictures = display.pictures, pictures.takes(picture.format) else {
      return display.text(OwnerPicture.beside(lines, initials: repository.owner.login))
    }
    let moved = lines.map { line in
      (line == .blank ? "" : "\u{1B}[\(OwnerPicture.indent)C") + display.text([line])
    }
    return Self.imageAbove(picture, pictures) + moved.joined()
  }

  private func name(room: Int) -> TextLine {
    let name = SafeText(repository.name.fullName).truncated(toWidth: room)
    return TextLine([TextLine.Span(name, .bold)])
  }

  /// The bytes that show the avatar and leave the cursor at its top left (DECSC, DECRC).
  ///
  /// Its rows are created first, so that showing it does not scroll.
  private static func imageAbove(_ picture: Picture, _ pictures: PictureProtocol) -> String {
    let room = String(repeating: "\n", count: OwnerPicture.rows) + "\u{1B}[\(OwnerPicture.rows)A"
    let bytes = pictures.bytes(
      of: picture,
      columns: OwnerPicture.columns,
      rows: OwnerPicture.rows
    )
    return "\(room)\u{1B}7\(String(decoding: bytes, as: UTF8.self))\u{1B}8"
  }
}

/// A fact of a repository for programs: the API's name for it, and the value; nil for null.
package typealias FactRecord = (key: String, value: String?)

/// The facts of one repository for programs; the star state and the lists are separate records.
package enum FactRecords {
  package static func starState(_ isStarred: Bool?) -> FactRecord {
    ("starred", isStarred.map(yesOrNo))
  }

  package static func facts(of repository: Repository) -> [FactRecord] {
    [
      ("full_name", repository.name.fullName),
      ("description", repository.description),
      ("owner", repository.owner.login),
      ("stargazers_count", repository.counts.stars.map(String.init)),
      ("subscribers_count", repository.counts.subscribers.map(String.init)),
      ("forks_count", repository.counts.forks.map(String.init)),
      ("open_issues_count", repository.counts.openIssues.map(String.init)),
      ("language", repository.language),
      ("topics", repository.topics?.joined(separator: " ")),
      ("license", repository.license?.shortName),
      ("created_at", repository.dates.created.map(Timestamp.text)),
      ("updated_at", repository.dates.updated.map(Timestamp.text)),
      ("pushed_at", repository.dates.pushed.map(Timestamp.text)),
      ("default_branch", repository.defaultBranch),
      ("homepage", repository.homepage),
      ("html_url", repository.url),
      ("archived", repository.flags.isArchived.map(yesOrNo)),
      ("fork", repository.flags.isFork.map(yesOrNo)),
    ]
  }

  private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }
}

extension RepositoryDetails.Part {
  /// The name of the part, as in `languages not shown`.
  package var name: String {
    switch self {
    case .starState: "star state"
    case .languages: "languages"
    case .readme: "README"
    case .commits: "commits"
    }
  }
}
