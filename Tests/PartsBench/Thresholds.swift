/// The maximum cost of a part.
enum Threshold {
  /// A multiple of another part's cost.
  case times(Double, of: String)
  /// An absolute goal, for the screen.
  case microseconds(Double)
}

/// The thresholds of all parts.
enum Thresholds {
  /// The thresholds in the table's order.
  ///
  /// Parts that serve only as references have none.
  static let all: [(part: String, threshold: Threshold)] = [
    // Decision 0002: remove our decoder once Foundation's takes less than 1.4 times as long.
    ("read a page of 100", .times(0.7, of: "the same with Foundation's JSONDecoder")),
    ("lay out a table of 100", .times(0.75, of: "read a page of 100")),
    ("measure 1,000 texts", .times(6, of: "count the characters of 1,000 texts")),
    ("record 100 new rows", .microseconds(20_000)),
    ("find a prefix among 10,000", .times(0.1, of: "look through 10,000 in memory")),
    ("a question to 10,000 stars", .microseconds(30_000)),
    ("draw a frame of 200×60", .microseconds(1_000)),
    ("write it, everything changed", .microseconds(1_000)),
    ("write it, the selection moved", .microseconds(100)),
    ("lay out a README of 250 KB", .microseconds(70_000)),
    ("a letter to its frame, 100×30", .microseconds(1_000)),
    ("a move to its frame, 100×30", .microseconds(350)),
    ("a move at the end of 6,000 stars", .times(1.25, of: "a move to its frame, 100×30")),
  ]
}
