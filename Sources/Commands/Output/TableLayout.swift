import Terminal

/// The widest cell of each column so far.
struct TableMeasure: Equatable {
  private(set) var name = 0
  private(set) var stars = 1
  private(set) var language = 0
  private(set) var updated = 0

  mutating func add(_ row: Table.Row) {
    name = max(name, row.name.text.displayWidth)
    stars = max(stars, row.stars.count)
    language = max(language, row.language.displayWidth)
    updated = max(updated, row.updated.displayWidth)
  }
}

/// How wide each column is; 0 leaves one out.
struct TableLayout: Equatable {
  /// Between columns; single where there is no room.
  let gap: String
  let name: Int
  let stars: Int
  private(set) var language = 0
  private(set) var updated = 0
  private(set) var description = 0

  /// The name comes first, then the description, then language and age: those that do not fit go.
  init(_ widest: TableMeasure, width: Int) {
    gap = width < Self.narrow ? " " : "  "
    stars = widest.stars
    let gapWidth = gap.count
    var room = max(0, width - 1 - gapWidth - stars - gapWidth)
    name = min(widest.name, max(room - Self.leastDescription - gapWidth, min(room, Self.leastName)))
    room -= name

    func take(_ wanted: Int, leaving rest: Int) -> Int {
      guard wanted > 0, room >= wanted + gapWidth + rest else { return 0 }
      room -= wanted + gapWidth
      return wanted
    }
    let rest = gapWidth + Self.leastDescription
    language = take(min(widest.language, 16), leaving: rest)
    updated = take(widest.updated, leaving: rest)
    description = room > gapWidth ? room - gapWidth : 0
  }

  /// Below this many columns, every space counts.
  private static let narrow = 60
  private static let leastName = 20
  /// A description that is shorter than this tells nothing.
  private static let leastDescription = 20
}
