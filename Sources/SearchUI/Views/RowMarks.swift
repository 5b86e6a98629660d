import SearchModel
import Terminal

/// The signs before a row's name, a column each.
struct RowMarks {
  let isSelected: Bool
  let isStarred: Bool
  let pointer: SafeText
  let mark: SafeText
  let star: SafeText
  let favourite: SafeText
  let origin: SafeText

  init(_ row: RepositoryRow, _ search: SearchState) {
    let star = search.stars[row.id]
    isSelected = search.selection == row.id
    isStarred = star.isStarred == true
    pointer = isSelected ? Sign.pointer : Sign.none
    mark = search.isMarked(row.id) ? Sign.mark : Sign.none
    self.star = Self.text(star)
    favourite = search.favourites.contains(row.id) ? Sign.favourite : Sign.none
    origin = Self.text(row.origin)
  }

  /// Blank when nobody knows: that is no "no".
  static func text(_ star: StarState) -> SafeText {
    switch star {
    case .unknown: Sign.none
    case .known(true): Sign.starred
    case .known(false): Sign.notStarred
    case .pending(true): Sign.beingStarred
    case .pending(false): Sign.beingUnstarred
    }
  }

  private static func text(_ origin: RepositoryRow.Origin) -> SafeText {
    switch origin {
    case .github: Sign.none
    case .local: Sign.local
    case .previous: Sign.previous
    }
  }
}

/// Each sign once, for a screen has hundreds.
enum Sign {
  static let none: SafeText = " "
  static let pointer: SafeText = "▌"
  static let mark: SafeText = "✓"
  static let starred: SafeText = "★"
  static let notStarred: SafeText = "☆"
  static let beingStarred: SafeText = "✦"
  static let beingUnstarred: SafeText = "✧"
  static let favourite: SafeText = "♥"
  static let local: SafeText = "~"
  static let previous: SafeText = "·"
  static let dot: SafeText = "●"
}
