import GitHubModel
import SearchUI
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text of `view` on a terminal: a repository's facts, languages and README.
struct DetailScreen {
  struct Options {
    /// In columns.
    var width: Int
    var isColored: Bool
    var capabilities: TerminalCapabilities

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
  }

  let options: Options
  /// The names of the star lists that it is in.
  let lists: [String]
  let now: Date

  /// In columns; longer lines are hard to read.
  private static let maxReadmeWidth = 100

  /// The name and the facts; with the owner's picture only if no pager is used, since pagers do not
  /// show pictures.
  func facts(of repository: Repository, picture: Picture? = nil) -> String {
    DetailHead(repository, options).text(with: picture)
      + DetailText.screen(repository, width: options.width, isColored: options.isColored, now: now)
      + DetailText.screen(lists: lists, width: options.width, isColored: options.isColored)
  }

  /// The star state alone, when it comes after the facts.
  func starState(_ isStarred: Bool?) -> String {
    DetailText.screen(starState: isStarred, width: options.width, isColored: options.isColored)
  }

  /// The languages and the README, each after a blank line.
  func rest(of repository: Repository, languages: [LanguageShare], readme: String?) -> String {
    let bar = LanguageBar.lines(languages, width: options.width, isColored: options.isColored)
    let readme = readme.map { lines(of: $0, repository) } ?? []
    return [bar, readme].filter { !$0.isEmpty }.map { "\n" + options.text($0) }.joined()
  }

  private func lines(of readme: String, _ repository: Repository) -> [TextLine] {
    ReadmeText.lines(
      readme,
      ReadmeText.Options(
        width: min(options.width, Self.maxReadmeWidth),
        page: repository.url,
        showsAddresses: !options.hasHyperlinks
      )
    )
  }
}

/// The head of `view`: the repository's name beside its owner's picture or initials.
struct DetailHead {
  private let repository: Repository
  private let options: DetailScreen.Options

  init(_ repository: Repository, _ options: DetailScreen.Options) {
    self.repository = repository
    self.options = options
  }

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
      id: nil,
      columns: OwnerPicture.columns,
      rows: OwnerPicture.rows
    )
    return "\(room)\u{1B}7\(String(decoding: bytes, as: UTF8.self))\u{1B}8"
  }
}

/// The facts of one repository as text.
enum DetailText {
  /// Writes each fact for programs: the API's name for it, a tab, and the value; empty for null.
  ///
  /// The star state is a line of its own; see ``writeStarState(_:isColored:to:)``.
  static func writeTabSeparated(
    _ repository: Repository,
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    for fact in facts(of: repository) {
      TSV.write([(.dim, fact.key), (nil, fact.value)], isColored: isColored, to: &stream)
    }
  }

  /// Writes the star state for programs; empty if it is not known.
  static func writeStarState(
    _ isStarred: Bool?,
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    let value = isStarred.map(yesOrNo)
    TSV.write([(.dim, "starred"), (nil, value)], isColored: isColored, to: &stream)
  }

  /// Writes the names of the star lists for programs; nothing if there are none.
  static func writeLists(
    _ names: [String],
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    if names.isEmpty { return }
    let value = names.joined(separator: ", ")
    TSV.write([(.dim, "lists"), (nil, value)], isColored: isColored, to: &stream)
  }

  /// The line for a terminal with the names of the star lists; empty if there are none.
  static func screen(lists names: [String], width: Int, isColored: Bool) -> String {
    if names.isEmpty { return "" }
    let value = names.joined(separator: ", ")
    return line("Lists", value, width: width, isColored: isColored) + "\n"
  }

  /// The text for a terminal: a blank line, the description, a blank line, and the known facts.
  static func screen(
    _ repository: Repository,
    width: Int,
    isColored: Bool,
    now: Date
  ) -> String {
    var lines: [String] = []
    if let description = repository.description, !description.isEmpty {
      lines +=
        [""]
        + TextWrap.lines(
          SafeText(description, longest: maxShownLength).description,
          width: width
        )
    }
    lines.append("")
    let starred = repository.isStarred.map { [starRow($0)] } ?? []
    for row in starred + RepositoryFacts.lines(of: repository, now: now) {
      lines.append(line(row.label, row.value, width: width, isColored: isColored))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The line for a terminal with the star state alone, if it comes after the facts; empty if it is
  /// not known.
  static func screen(starState isStarred: Bool?, width: Int, isColored: Bool) -> String {
    guard let isStarred else { return "" }
    let row = starRow(isStarred)
    return line(row.label, row.value, width: width, isColored: isColored) + "\n"
  }

  private static func line(_ label: String, _ value: String, width: Int, isColored: Bool) -> String
  {
    let label = label.padded(toWidth: labelWidth)
    let value = SafeText(value, longest: maxShownLength).description.truncated(
      toWidth: width - labelWidth
    )
    return (isColored ? Theme.dim(label) : label) + value
  }

  private static func starRow(_ isStarred: Bool) -> (label: String, value: String) {
    (label: "Starred", value: isStarred ? "★ yes" : "no")
  }

  private static let labelWidth = 14
  /// In Unicode scalars: some twenty screens.
  private static let maxShownLength = 32_768

  private static func facts(of repository: Repository) -> [(key: String, value: String?)] {
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
