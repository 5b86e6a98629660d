import ArgumentParser

/// Parses whole numbers for options, and names the valid ones.
enum WholeNumber {
  /// The number; nil for other texts and numbers out of range.
  static func value(_ text: String, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  static func reading(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      if let number = value(text, in: range) { return number }
      let end = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw ValidationError("use \(range.lowerBound) \(end)")
    }
  }
}
