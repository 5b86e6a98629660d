package import GitHubModel
package import SearchModel
import Terminal

/// The details of a repository on the screen.
///
/// They follow the selection once it rests: while it moves, they stay, so that a move redraws two rows and
/// not the pane.
package struct DetailPane: Sendable {
  package private(set) var detail = DetailState()
  /// The first line that is shown.
  package var top = 0
  /// The text that is searched for in it; nil if none.
  package private(set) var find: DetailFind?
  /// Whether it is still where it was opened: at the first match of the query, if there is one.
  private var isUntouched = true
  /// The text that the current match was found in.
  private var foundIn: FoundIn?
  /// The lines above the README as they were shown last, and their width.
  private var front: (lines: [TextLine], width: Int)?
  /// The README in lines, wrapped once for each width and not for every frame.
  private var readme = ReadmeLines()

  private struct FoundIn: Equatable {
    var marks: QueryMarks
    var readme: Int
    /// The number of lines above the README.
    var front: Int
    var width: Int
  }

  package init() {}

  /// The repository with everything that is known about it.
  package var repository: Repository? { detail.facts.value ?? detail.repository }

  var owner: Owner? { repository?.owner }

  /// Shows a new detail: at once, or when its fetch has begun.
  mutating func show(_ new: DetailState, atOnce: Bool) {
    let isReady = new.facts != .absent || new.repository?.id == detail.repository?.id
    guard atOnce || isReady || new.repository == nil || detail.repository == nil else { return }
    if new.repository?.id != detail.repository?.id {
      (top, isUntouched, find, foundIn, front) = (0, true, nil, nil, nil)
    }
    detail = new
  }

  /// Keeps what is being read in its place when lines above it come or go; nil at the top, where nothing moves.
  mutating func follow(_ lines: [TextLine]?, width: Int) {
    defer { front = lines.map { ($0, width) } }
    guard top > 0, let lines, let front, front.width == width else { return }
    let rest = front.lines.dropFirst(top)
    if lines.suffix(rest.count).elementsEqual(rest) {
      top = max(top + lines.count - front.lines.count, 0)
    }
  }

  mutating func scroll(_ distance: Int) {
    top = max(top + distance, 0)
    isUntouched = false
  }

  /// Wraps the README for a width, unless that is already done.
  mutating func wrap(width: Int) {
    readme.update(detail, width: width)
  }

  func readmeLines(width: Int) -> [TextLine] {
    var lines = readme
    lines.update(detail, width: width)
    return lines.lines
  }
}

extension DetailState {
  /// The stars gained in the last weeks, if they are known.
  var recentStars: StarGrowth? { growth.value.flatMap(\.self) }
}

// MARK: - Finding

/// The search in the details: the words, and which of their occurrences is the current one.
package struct DetailFind: Sendable, Equatable {
  let marks: QueryMarks
  /// The line of each occurrence.
  fileprivate(set) var lines: [Int] = []
  fileprivate(set) var current = 0

  /// As in `3 of 12`.
  var position: SafeText {
    guard !lines.isEmpty else { return "not found" }
    return "\(CompactNumber.grouped(current + 1)) of \(CompactNumber.grouped(lines.count))"
  }

  /// The line of the current occurrence; nil if there is none.
  var line: Int? { lines.indices.contains(current) ? lines[current] : nil }

  /// Which occurrence of a line is the current one; nil for other lines.
  func current(in line: Int) -> Int? {
    self.line == line ? lines.firstIndex(of: line).map { current - $0 } : nil
  }
}

extension DetailPane {
  /// Looks for words from the first line on the screen on; nil ends the search.
  mutating func search(for marks: QueryMarks?) {
    (find, foundIn) = (marks.map { DetailFind(marks: $0) }, nil)
    isUntouched = false
  }

  /// Goes to the next occurrence, or that many before; wraps around.
  mutating func findNext(_ distance: Int, rows: Int) {
    guard let find, !find.lines.isEmpty else { return }
    let count = find.lines.count
    self.find?.current = (find.current + distance % count + count) % count
    showCurrent(rows: rows)
  }

  /// The words being looked for, or else those that found the repository, until the user scrolls.
  private func marks(_ words: QueryMarks?) -> QueryMarks? {
    find?.marks ?? (isUntouched ? words : nil)
  }

  func hasMarks(_ words: QueryMarks?) -> Bool { marks(words) != nil }

  /// Finds the place of the marks again after the text or the width has changed; `front` is the number of lines above
  /// the README.
  mutating func updateMatches(
    _ words: QueryMarks?,
    in view: DetailView,
    below front: Int,
    _ region: ScreenRegion
  ) {
    guard let marks = marks(words) else { return }
    let (width, rows) = (region.columns, region.rows)
    let place = FoundIn(
      marks: marks,
      readme: readme.version,
      front: front,
      width: width
    )
    guard place != foundIn else { return }
    let isNew = foundIn == nil
    foundIn = place
    let texts = view.lines(width: width, from: 0).map(\.plainText)
    guard let current = find?.current else {
      top = Self.bestLine(marks, texts).map { Self.top(of: $0, rows: rows) } ?? 0
      return
    }
    let found = texts.enumerated().flatMap { line, text in marks.ranges(in: text).map { _ in line }
    }
    find?.lines = found
    if isNew {
      find?.current = found.firstIndex { $0 >= top } ?? 0
      showCurrent(rows: rows)
    } else {
      find?.current = min(current, max(found.count - 1, 0))
    }
  }

  private mutating func showCurrent(rows: Int) {
    guard let line = find?.line else { return }
    if !(top..<top + rows).contains(line) { top = Self.top(of: line, rows: rows) }
  }

  /// The first of the lines that have most of the words, two lines at a time, since words are wrapped.
  private static func bestLine(_ marks: QueryMarks, _ texts: [String]) -> Int? {
    var best: (line: Int, count: Int)?
    for line in texts.indices where !marks.ranges(in: texts[line]).isEmpty {
      let count = marks.count(in: texts[line...].prefix(2).joined(separator: " "))
      if count > best?.count ?? 0 { best = (line, count) }
    }
    return best?.line
  }

  /// The head of the details stays in view if the line is near it.
  private static func top(of line: Int, rows: Int) -> Int {
    line < rows - 1 ? 0 : line - rows / 3
  }
}

/// The lines of a README, with the text and width they were made for.
///
/// The README of the local copy is shown until GitHub has sent it.
private struct ReadmeLines: Sendable {
  private(set) var lines: [TextLine] = []
  /// Changes with the lines.
  private(set) var version = 0
  private var text: String?
  private var isMarkdown = false
  private var options = ReadmeText.Options(width: 0)

  mutating func update(_ detail: DetailState, width: Int) {
    let isMarkdown = detail.readme.value != nil
    let text = isMarkdown ? detail.readme.value.flatMap(\.self) : detail.localReadme?.text
    let options = ReadmeText.Options(width: width, page: detail.repository?.url)
    guard text != self.text || isMarkdown != self.isMarkdown || options != self.options else {
      return
    }
    (self.text, self.isMarkdown, self.options) = (text, isMarkdown, options)
    version += 1
    lines =
      text.map {
        isMarkdown ? ReadmeText.lines($0, options) : ReadmeText.lines(plain: $0, width: width)
      } ?? []
  }
}

/// The last pictures of owners that were fetched, and the one under way.
struct OwnerPictures: Sendable {
  /// Nil for an owner who has none that could be shown.
  private var known: [Int64: Picture?] = [:]
  private var requested: Int64?

  func picture(of owner: Owner) -> Picture? { owner.id.flatMap { known[$0] ?? nil } }

  /// Whether the owner's picture must be fetched, which then replaces any other fetch.
  mutating func request(_ owner: Owner) -> Bool {
    guard let id = owner.id, owner.avatarURL != nil, id != requested, known[id] == nil else {
      return false
    }
    requested = id
    return true
  }

  mutating func take(_ picture: Picture?, of owner: Int64) {
    if requested == owner { requested = nil }
    // Those that are forgotten are still in the cache of responses.
    if known.count >= Self.maxCount { known = [:] }
    known[owner] = .some(picture)
  }

  private static let maxCount = 16
}
