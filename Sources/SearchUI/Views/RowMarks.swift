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
    pointer = isSelected ? "▌" : " "
    mark = search.isMarked(row.id) ? "✓" : " "
    self.star = Self.text(star)
    favourite = search.favourites.contains(row.id) ? "♥" : " "
    origin = Self.text(row.origin)
  }

  /// Blank when nobody knows: that is no "no".
  static func text(_ star: StarState) -> SafeText {
    switch star {
    case .unknown: " "
    case .known(true): "★"
    case .known(false): "☆"
    case .pending(true): "✦"
    case .pending(false): "✧"
    }
  }

  private static func text(_ origin: RepositoryRow.Origin) -> SafeText {
    switch origin {
    case .github: " "
    case .local: "~"
    case .previous: "·"
    }
  }
}
