/// Where lines come from.
package protocol LineReading: Sendable {
  /// The next line; waits for it.
  func next() async -> LineRead
}

/// What came instead of a line, or the line.
package enum LineRead: Sendable, Equatable {
  /// Without its end.
  case line(String)
  /// A line that is no text, or too long to be one, and why.
  case unreadable(String)
  case end
}
