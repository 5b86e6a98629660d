import Essentials
import GitHubModel
import SearchUI
import Terminal

/// The text of `view` on a terminal: a repository's facts, languages and README.
struct ViewText {
  struct Options {
    /// In columns.
    var width: Int
    var isColored: Bool
    var capabilities: TerminalCapabilities
    /// Whether READMEs have no markup.
    var isPlain = false

    /// How the terminal shows pictures; nil if it does not.
    var pictures: PictureProtocol? { isColored ? capabilities.pictures : nil }

    var hasHyperlinks: Bool { isColored && capabilities.hasHyperlinks }

    func text(_ lines: [TextLine]) -> String {
      guard isColored else { return lines.map { $0.plainText + "\n" }.joined() }
      return StyledText.text(
        lines,
        colors: capabilities.colors == .trueColor ? .trueColor : .palette,
        hasHyperlinks: hasHyperlinks
      )
    }

    /// The lines of a README; relative addresses belong to the page, and are left out without one.
    func readme(_ readme: String, page: String?) -> String {
      if isPlain {
        return readme.split(separator: "\n", omittingEmptySubsequences: false)
          .map { ViewText.safe(String($0)) }.joined(separator: "\n")
      }
      let width = min(width, ViewText.maxReadmeWidth)
      let options = ReadmeText.Options(width: width, page: page, showsAddresses: !hasHyperlinks)
      return text(ReadmeText.lines(readme, options))
    }
  }

  let options: Options
  /// The names of the star lists that it is in.
  let lists: [String]
  let note: String?
  let now: Date

  /// In columns; longer lines are hard to read.
  private static let maxReadmeWidth = 100

  /// The name and the facts; with the owner's picture only if no pager is used, since pagers do not
  /// show pictures.
  func facts(
    of repository: Repository,
    growth: StarGrowth? = nil,
    picture: Picture? = nil
  ) -> String {
    let facts = RepositoryFacts.lines(of: repository, now: now).map { line($0.label, $0.value) }
    let lists = lists.isEmpty ? "" : line("Lists", lists.joined(separator: ", "))
    return ViewHead(repository: repository, options: options).text(with: picture)
      + description(of: repository) + "\n"
      + (repository.isStarred.map { line("Starred", $0 ? "★ yes" : "no") } ?? "")
      + (growth.flatMap { GrowthText.details($0) }.map { line("Growth", $0) } ?? "")
      + facts.joined() + lists + noteLines
  }

  /// The note beside its label, as wide as there is room.
  private var noteLines: String {
    let paragraphs = (note ?? "").split(whereSeparator: \.isNewline).map { Self.safe(String($0)) }
    let room = max(options.width - Self.labelWidth, 1)
    return paragraphs.flatMap { TextWrap.lines($0, width: room) }.enumerated()
      .map { line($0.offset == 0 ? "Note" : "", $0.element) }.joined()
  }

  /// The description after a blank line; empty if there is none.
  private func description(of repository: Repository) -> String {
    guard let text = repository.description, !text.isEmpty else { return "" }
    let lines = TextWrap.lines(Self.safe(EmojiNames.replaced(in: text)), width: options.width)
    return ([""] + lines).map { $0 + "\n" }.joined()
  }

  private func line(_ label: String, _ value: String) -> String {
    let label = label.padded(toWidth: Self.labelWidth)
    let value = Self.safe(value).truncated(toWidth: options.width - Self.labelWidth)
    return (options.isColored ? Theme.dim(label) : label) + value + "\n"
  }

  private static let labelWidth = 14

  private static func safe(_ text: String) -> String {
    SafeText(text, longest: maxShownLength).description
  }

  /// In Unicode scalars: some twenty screens.
  private static let maxShownLength = 32_768

  /// The languages and the README, each after a blank line.
  func rest(of repository: Repository, languages: [LanguageShare], readme: String?) -> String {
    let bar = LanguageBar.lines(languages, width: options.width, isColored: options.isColored)
    let readme = readme.map { options.readme($0, page: repository.url) } ?? ""
    return [options.text(bar), readme].filter { !$0.isEmpty }.map { "\n" + $0 }.joined()
  }
}

/// The head of `view`: the repository's name beside its owner's picture or initials.
struct ViewHead {
  let repository: Repository
  let options: ViewText.Options

  /// On a narrower terminal, and without colors, only the name is shown.
  private static let minWidth = 30
  private static let gap = 2

  /// The lines of the head, each with its end.
  func text(with picture: Picture?) -> String {
    guard options.isColored, options.width >= Self.minWidth else {
      return options.text([name(room: .max)])
    }
    let initials = OwnerPicture.lines(repository.owner.login)
    let names = initials.indices.map { row in
      row == initials.count / 2 ? name(room: options.width - Self.indent) : .blank
    }
    guard let picture, let pictures = options.pictures, pictures.takes(picture.format) else {
      return options.text(zip(initials, names).map(Self.beside))
    }
    let lines = names.map { line in
      (line == .blank ? "" : "\u{1B}[\(Self.indent)C") + options.text([line])
    }
    return Self.above(picture, pictures) + lines.joined()
  }

  private static var indent: Int { OwnerPicture.columns + gap }

  private func name(room: Int) -> TextLine {
    let name = SafeText(repository.name.fullName).truncated(toWidth: room)
    return TextLine([TextLine.Span(name, .bold)])
  }

  private static func beside(_ initials: TextLine.Span, _ line: TextLine) -> TextLine {
    guard line != .blank else { return TextLine([initials]) }
    let space = SafeText(String(repeating: " ", count: gap))
    return TextLine([initials, TextLine.Span(space)] + line.spans)
  }

  /// The bytes that show the picture and leave the cursor at its top left (DECSC, DECRC).
  ///
  /// Its rows are made first, so that showing it does not scroll.
  private static func above(_ picture: Picture, _ pictures: PictureProtocol) -> String {
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
typealias FactRecord = (key: String, value: String?)

/// The facts of one repository for programs; the star state and the lists are records of their own.
enum FactRecords {
  static func starState(_ isStarred: Bool?) -> FactRecord { ("starred", isStarred.map(yesOrNo)) }

  static func facts(of repository: Repository) -> [FactRecord] {
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
      ("license", repository.license.map { $0.spdxID ?? $0.key }),
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
