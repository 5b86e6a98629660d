/// What a part may cost at most.
enum Threshold {
  /// So many times as much as another part.
  case times(Double, of: String)
  /// The goal of a screen, which is felt and not compared.
  case microseconds(Double)
}

/// The thresholds, kept with the code that they bound.
enum Thresholds {
  /// In the order of the table.
  ///
  /// A part that is only compared with has none.
  static let all: [(part: String, threshold: Threshold)] = [
    // Decision 0051: our decoder goes when Foundation's comes within twice of it.
    ("read a page of 100", .times(0.7, of: "the same with Foundation's JSONDecoder")),
    ("lay out a table of 100", .times(0.75, of: "read a page of 100")),
    ("measure 1,000 texts", .times(6, of: "count the characters of 1,000 texts")),
    ("spool 100 rows and take them back", .times(1, of: "read a page of 100")),
    ("find a prefix among 10,000", .times(0.1, of: "look through 10,000 in memory")),
    ("draw a frame of 200×60", .microseconds(1_000)),
    ("write it, everything changed", .microseconds(1_000)),
    ("write it, the selection moved", .microseconds(100)),
  ]
}
