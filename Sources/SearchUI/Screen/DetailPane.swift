package import GitHubModel
import Presentation
package import SearchModel
import Terminal

/// A repository's details on the screen.
///
/// They follow the selection once it rests, so that a move redraws two rows and not the whole pane.
package struct DetailPane: Sendable {
  package private(set) var detail = DetailState()
  /// The first line shown.
  package private(set) var top = 0
  /// The number of lines in the last frame.
  private var rows = 0
  /// The search in the details, if any.
  package private(set) var find: DetailFind?
  /// False once the user has scrolled or searched.
  private var isUntouched = true
  /// The text that contains the current match.
  private var foundIn: FoundIn?
  /// The match by which the repository was found, if it is in the README or a note.
  var match: TextMatch?
  /// The query's words, which are highlighted.
  private(set) var words: QueryMarks?
  /// The index of the README's selected link, if any.
  private var link: Int?
  /// The positions of READMEs whose links were followed.
  private var places: [Repository.ID: Place] = [:]
  /// The details in lines, as in the last frame.
  private(set) var page = DetailPage()

  private struct Place {
    var top: Int
    var link: Int?
  }

  private struct FoundIn: Equatable {
    var marks: QueryMarks
    var readme: Int
    /// The number of lines above the README.
    var front: Int
    var width: Int
  }

  package init() {}

  /// The repository with everything known about it.
  package var repository: Repository? { detail.facts.value ?? detail.repository }

  var owner: Owner? { repository?.owner }

  /// Shows new details, immediately or once their fetch has started.
  mutating func show(_ new: DetailState, atOnce: Bool) {
    let isReady = new.facts != .absent || new.repository?.id == detail.repository?.id
    guard atOnce || isReady || new.repository == nil || detail.repository == nil else { return }
    if new.repository?.id != detail.repository?.id {
      (top, isUntouched, find, foundIn, match, link) = (0, true, nil, nil, nil, nil)
      if let place = new.repository.flatMap({ places.removeValue(forKey: $0.id) }) {
        (top, link, isUntouched) = (place.top, place.link, false)
      }
    }
    if !atOnce { places = [:] }
    detail = new
  }

  mutating func scroll(_ distance: Int, rows: Int) {
    top = max(top + distance, 0)
    isUntouched = false
    if page.isAbout(repository) { clamp(rows: rows) }
  }

  private mutating func clamp(rows: Int) {
    top = min(top, max(page.count - rows, 0))
  }

  /// Updates the details' lines and the query's words, and finds the position to show.
  mutating func show(_ new: DetailPage, _ words: QueryMarks?, rows: Int) {
    follow(new)
    if page.isAbout(repository), new.readme.links.count != page.readme.links.count { link = nil }
    (page, self.words, self.rows) = (new, words, rows)
    updateMatches(match == nil ? nil : words, rows: rows)
    clamp(rows: rows)
  }

  /// Keeps the visible text in place when lines above it change, except at the top.
  private mutating func follow(_ new: DetailPage) {
    guard top > 0, page.isAbout(repository), page.width == new.width else { return }
    let rest = page.front.dropFirst(top)
    if new.front.suffix(rest.count).elementsEqual(rest) {
      top = max(top + new.front.count - page.front.count, 0)
    }
  }

  /// The visible lines with highlights.
  func lines(rows: Int) -> [TextLine] {
    var lines = page.lines(from: top, rows: rows)
    if let link = selectedLink {
      for line in link.lines where lines.indices.contains(line + page.front.count - top) {
        lines[line + page.front.count - top].highlight(link.link)
      }
    }
    guard let marks = find?.marks ?? words else { return lines }
    return lines.enumerated().map { index, line in
      line.highlighting(marks, current: find?.current(in: top + index))
    }
  }
}

// MARK: - Links

extension DetailPane {
  private var selectedLink: ReadmeLink? {
    link.flatMap { page.readme.links.indices.contains($0) ? page.readme.links[$0] : nil }
  }

  /// The selected link, if it is partly visible.
  var shownLink: Link? {
    guard let selectedLink else { return nil }
    let lines = selectedLink.lines
    return lines.upperBound + page.front.count > top
      && lines.lowerBound + page.front.count < top + rows
      ? selectedLink.link : nil
  }

  /// Selects the next or previous link, starting from the selected one if it is in view; returns
  /// false if there is none.
  mutating func selectLink(_ distance: Int, rows: Int) -> Bool {
    let links = page.readme.links
    guard !links.isEmpty else { return false }
    if let link, shownLink != nil {
      self.link = (link + distance + links.count) % links.count
    } else {
      let first = (find?.line ?? top) - page.front.count
      let next = links.firstIndex { $0.lines.lowerBound >= first } ?? 0
      let last = first + rows
      let previous = links.lastIndex { $0.lines.lowerBound < last } ?? links.count - 1
      link = distance > 0 ? next : previous
    }
    isUntouched = false
    guard let line = selectedLink?.lines.lowerBound else { return true }
    show(line: line + page.front.count, rows: rows)
    return true
  }

  /// Selects the link at a position; returns false if there is none.
  mutating func selectLink(inLine line: Int, at column: Int) -> Bool {
    var end = 0
    let span = page.lines(from: line, rows: 1).first?.spans.first { span in
      end += span.text.displayWidth
      return column < end
    }
    let found = page.readme.links.firstIndex {
      $0.link == span?.link && $0.lines.contains(line - page.front.count)
    }
    if let found { link = found }
    return found != nil
  }

  /// Remembers the position for the repository's next display.
  mutating func keepPlace() {
    if let id = repository?.id { places[id] = Place(top: top, link: link) }
  }

  /// Scrolls to the heading with an anchor; returns false if there is none.
  mutating func scroll(to anchor: String) -> Bool {
    guard let line = page.readme.line(ofHeading: anchor) else { return false }
    (top, isUntouched) = (line + page.front.count, false)
    return true
  }
}

extension DetailState {
  /// The stars gained in the last weeks, if known.
  var recentStars: StarGrowth? { growth.value.flatMap(\.self) }
}

// MARK: - Finding

/// A search in the details: its words, and the current match.
package struct DetailFind: Sendable, Equatable {
  let marks: QueryMarks
  /// The line of each match.
  fileprivate(set) var lines: [Int] = []
  fileprivate(set) var current = 0

  /// Text such as `3 of 12`.
  var position: SafeText {
    guard !lines.isEmpty else { return "not found" }
    return "\(CompactNumber.grouped(current + 1)) of \(CompactNumber.grouped(lines.count))"
  }

  /// The line of the current match; nil if there is none.
  var line: Int? { lines.indices.contains(current) ? lines[current] : nil }

  /// The current match's index within a line; nil for other lines.
  func current(in line: Int) -> Int? {
    self.line == line ? lines.firstIndex(of: line).map { current - $0 } : nil
  }
}

extension DetailPane {
  /// Searches for words from the first visible line on; nil ends the search.
  mutating func search(for marks: QueryMarks?) {
    (find, foundIn) = (marks.map { DetailFind(marks: $0) }, nil)
    isUntouched = false
  }

  /// Moves to the next match, or back if negative; wraps around.
  mutating func findNext(_ distance: Int, rows: Int) {
    guard let find, !find.lines.isEmpty else { return }
    let count = find.lines.count
    self.find?.current = (find.current + distance % count + count) % count
    showCurrent(rows: rows)
  }

  /// Finds the words being searched for, or otherwise those that found the repository until the
  /// user scrolls, and again after the text or the width has changed.
  private mutating func updateMatches(_ words: QueryMarks?, rows: Int) {
    guard let marks = find?.marks ?? (isUntouched ? words : nil) else { return }
    let place = FoundIn(
      marks: marks,
      readme: page.readme.version,
      front: page.front.count,
      width: page.width
    )
    guard place != foundIn else { return }
    let isNew = foundIn == nil
    foundIn = place
    let texts = page.lines(from: 0).map(\.plainText)
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
    if let line = find?.line { show(line: line, rows: rows) }
  }

  private mutating func show(line: Int, rows: Int) {
    if !(top..<top + rows).contains(line) { top = Self.top(of: line, rows: rows) }
  }

  /// The first line with the most words, comparing two lines at a time, since text is wrapped.
  private static func bestLine(_ marks: QueryMarks, _ texts: [String]) -> Int? {
    var best: (line: Int, count: Int)?
    for line in texts.indices where !marks.ranges(in: texts[line]).isEmpty {
      let count = marks.count(in: texts[line...].prefix(2).joined(separator: " "))
      if count > best?.count ?? 0 { best = (line, count) }
    }
    return best?.line
  }

  /// The top line for a match; the header stays in view if the line is near it.
  private static func top(of line: Int, rows: Int) -> Int {
    line < rows - 1 ? 0 : line - rows / 3
  }
}

/// The most recently fetched avatars, and the one being fetched.
struct OwnerPictures: Sendable {
  /// The avatars; nil for an owner without one that can be shown.
  private var known: [Int64: Picture?] = [:]
  private var requested: Int64?

  func picture(of owner: Owner) -> Picture? { owner.id.flatMap { known[$0] ?? nil } }

  /// Whether the owner's avatar must be fetched, replacing any other fetch.
  mutating func request(_ owner: Owner) -> Bool {
    guard let id = owner.id, owner.avatarURL != nil, id != requested, known[id] == nil else {
      return false
    }
    requested = id
    return true
  }

  mutating func take(_ picture: Picture?, of owner: Int64) {
    if requested == owner { requested = nil }
    // Forgotten ones are still in the response cache.
    if known.count >= Self.maxCount { known = [:] }
    known[owner] = .some(picture)
  }

  private static let maxCount = 16
}
