import Terminal

extension ScreenModel {
  /// The placeholder for the cells of an inline picture.
  package static let pictured = "▣"

  /// Parses `key=value` pairs whose values are numbers.
  private static func keys(_ text: some StringProtocol, separator: Character) -> [String: String] {
    var keys: [String: String] = [:]
    for pair in text.split(separator: separator) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { keys[String(parts[0])] = String(parts[1]) }
    }
    return keys
  }

  // MARK: kitty

  /// Interprets an escape code of kitty's graphics protocol, without its introducer and terminator.
  mutating func graphics(_ text: Substring) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let keys = Self.keys(parts[0], separator: ",")
    let count = parts.count > 1 ? parts[1].utf8.count : 0
    let isWhole = keys["m"] != "1" || count.isMultiple(of: 4)
    guard keys["q"] == "2", count <= 4096, isWhole else { return note("graphics \(parts[0])") }
    switch (keys["a"], openPicture != nil) {
    case ("T", false): openPicture = keys
    case ("d", false) where keys["d"] == "A":
      pictures = []
      return
    case (nil, true): break
    default: note("graphics \(parts[0])")
    }
    if keys["m"] == "0" { closePicture() }
  }

  private mutating func closePicture() {
    guard let keys = openPicture else { return }
    openPicture = nil
    guard keys["f"] == "100", keys["C"] == "1" else { return note("graphics \(keys)") }
    pictures.append(region(columns: keys["c"], rows: keys["r"]))
    countPicture()
  }

  private func region(columns: String?, rows: String?) -> ScreenRegion {
    ScreenRegion(
      column: cursor.column,
      row: cursor.row,
      columns: columns.flatMap { Int($0) } ?? 0,
      rows: rows.flatMap { Int($0) } ?? 0
    )
  }

  // MARK: iTerm2

  /// Moves the cursor to the worst position: the last column of the row below.
  mutating func showInline(_ text: Substring) {
    let keys = Self.keys(text, separator: ";")
    let region = region(columns: keys["width"], rows: keys["height"])
    guard keys["inline"] == "1", region.column + region.columns <= size.columns,
      region.row + region.rows < size.rows
    else { return note("inline \(text)") }
    pictureCells(region)
    countPicture()
    moveAway(to: ScreenPosition(column: size.columns - 1, row: region.row + region.rows))
  }
}
