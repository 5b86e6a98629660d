/// A line of text that is being edited, by grapheme.
package struct LineEditor: Sendable, Equatable {
  package enum Action: Sendable, Hashable {
    case insert(String)
    case moveLeft, moveRight, moveToStart, moveToEnd, moveWordLeft, moveWordRight, deleteBackward
    case deleteForward
    /// Deletes back to white space, as ^W does in shells.
    case killBlankWordBackward
    case killWordBackward, killWordForward, killToStart, killToEnd, yank
    /// Deletes the whole line.
    case clear
  }

  /// The maximum number of bytes; the rest of a longer text is dropped.
  private static let maxBytes = 4096

  package private(set) var text: String
  package private(set) var cursor: Int
  /// The deleted text that ^Y inserts, which editors can share.
  package var killed = ""
  private var lastWasKill = false

  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  package var isEmpty: Bool { text.isEmpty }

  package mutating func apply(_ action: Action) {
    let wasKill = lastWasKill
    lastWasKill = false
    switch action {
    case .insert(let new): insert(new)
    case .yank: insert(killed)
    case .deleteBackward: delete(from: cursor - 1, to: cursor)
    case .deleteForward: delete(from: cursor, to: cursor + 1)
    case .moveLeft, .moveRight, .moveToStart, .moveToEnd, .moveWordLeft, .moveWordRight:
      cursor = destination(of: action)
    case .clear:
      cursor = text.count
      kill(upTo: 0, joining: wasKill)
    case .killBlankWordBackward, .killWordBackward, .killWordForward, .killToStart, .killToEnd:
      kill(upTo: destination(of: action), joining: wasKill)
    }
  }

  /// Replaces the text and moves the cursor to its end.
  package mutating func replace(with text: String) {
    self = Self(killed: killed)
    insert(text)
  }

  private init(killed: String) {
    self.init()
    self.killed = killed
  }

  // MARK: Places

  private func destination(of action: Action) -> Int {
    let characters = Array(text)
    switch action {
    case .moveLeft: return max(cursor - 1, 0)
    case .moveRight: return min(cursor + 1, characters.count)
    case .moveToStart, .killToStart: return 0
    case .moveToEnd, .killToEnd: return characters.count
    case .killBlankWordBackward:
      return Self.startOfWord(in: characters[..<cursor]) { !$0.isWhitespace }
    case .moveWordLeft, .killWordBackward:
      return Self.startOfWord(in: characters[..<cursor], isPart: Self.isWordPart)
    case .moveWordRight, .killWordForward: return Self.endOfWord(in: characters[cursor...])
    case .insert, .yank, .clear, .deleteBackward, .deleteForward: return cursor
    }
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func startOfWord(
    in characters: ArraySlice<Character>,
    isPart: (Character) -> Bool
  ) -> Int {
    let end = (characters.lastIndex(where: isPart) ?? characters.startIndex - 1) + 1
    return (characters[..<end].lastIndex { !isPart($0) } ?? characters.startIndex - 1) + 1
  }

  private static func endOfWord(in characters: ArraySlice<Character>) -> Int {
    let start = characters.firstIndex(where: isWordPart) ?? characters.endIndex
    return characters[start...].firstIndex { !isWordPart($0) } ?? characters.endIndex
  }

  // MARK: Changes

  /// Inserts text; new scalars may join their neighbors into one character, which the cursor
  /// follows.
  private mutating func insert(_ new: String) {
    let head = String(text.prefix(cursor))
    let room = max(Self.maxBytes - text.utf8.count, 0)
    let start = head + Self.prefix(of: new, utf8Count: room)
    text = start + text.dropFirst(cursor)
    var end = 0
    cursor = 0
    for character in text where end < start.utf8.count {
      end += character.utf8.count
      cursor += 1
    }
  }

  private static func prefix(of text: String, utf8Count: Int) -> String {
    guard text.utf8.count > utf8Count else { return text }
    var kept = ""
    for character in text {
      if kept.utf8.count + character.utf8.count > utf8Count { break }
      kept.append(character)
    }
    return kept
  }

  private mutating func delete(from start: Int, to end: Int) {
    guard start >= 0, end <= text.count, start < end else { return }
    let head = String(text.prefix(start))
    text = head + text.dropFirst(end)
    // The neighbors may have joined into one character.
    cursor = min(head.count, text.count)
  }

  private mutating func kill(upTo place: Int, joining: Bool) {
    lastWasKill = true
    let range = min(place, cursor)..<max(place, cursor)
    guard !range.isEmpty else { return }
    let piece = String(text.dropFirst(range.lowerBound).prefix(range.count))
    if !joining {
      killed = piece
    } else {
      killed = place < cursor ? piece + killed : killed + piece
    }
    delete(from: range.lowerBound, to: range.upperBound)
  }
}

extension LineEditor {
  /// The part of a line that fits a width, and the cursor's position in it.
  package struct Window: Sendable, Equatable {
    package var text = SafeText.empty
    /// The columns before the cursor; less than the width.
    package var cursorColumn = 0
  }

  /// Returns a window that contains the cursor, with a column for it after the last character.
  ///
  /// It scrolls by half its width, so that the text does not move with every key. Invisible and
  /// control characters are shown as escapes, which count toward the width.
  package func window(width: Int) -> Window {
    let width = max(width, 1)
    let glyphs = text.map { SafeText(String($0)) }
    let widths = glyphs.map(\.displayWidth)
    let start = startOfWindow(width, widths)
    let end = Self.endOfWindow(width, widths, from: start)
    return Window(
      text: glyphs[start..<end].reduce(.empty, +),
      cursorColumn: min(widths[start..<max(cursor, start)].reduce(0, +), width - 1)
    )
  }

  /// Returns the window that follows a prefix; empty if both do not fit.
  ///
  /// The last column stays empty: terminals disagree on what happens after it.
  package func window(behind prefix: SafeText, width: Int) -> Window {
    let start = prefix.displayWidth
    guard width > start + 1 else { return Window() }
    let window = window(width: width - 1 - start)
    return Window(text: prefix + window.text, cursorColumn: start + window.cursorColumn)
  }

  private func startOfWindow(_ width: Int, _ widths: [Int]) -> Int {
    let before = widths[..<cursor].reduce(0, +)
    let all = before + widths[cursor...].reduce(0, +)
    if all < width || before < width && cursor < widths.count && widths[cursor] <= width - before {
      return 0
    }
    let step = max(width / 2, 1)
    // The smallest step that leaves a column for the cursor.
    let hidden = max((before - width) / step + 1, 0) * step
    var (start, column) = (0, 0)
    while start < cursor, column < hidden {
      column += widths[start]
      start += 1
    }
    return start
  }

  private static func endOfWindow(_ width: Int, _ widths: [Int], from start: Int) -> Int {
    var (end, room) = (start, width)
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    return end
  }
}
