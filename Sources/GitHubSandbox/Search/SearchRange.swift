/// The numbers that a qualifier such as `stars:>=500` accepts.
///
/// Forms: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*`, `*..n`; no signs, no fractions.
struct SearchRange: Equatable {
  let lowest: Int
  let highest: Int

  init(lowest: Int = .min, highest: Int = .max) {
    self.lowest = lowest
    self.highest = highest
  }

  init?(_ text: String) {
    self.init(text, bounds: Self.number)
  }

  func contains(_ number: Int) -> Bool { lowest <= number && number <= highest }

  /// Parses a range of values that each span `bounds`: a number spans itself, a day its seconds.
  init?(_ text: String, bounds: (String) -> ClosedRange<Int>?) {
    if let dots = text.firstRange(of: "..") {
      self.init(from: text[..<dots.lowerBound], to: text[dots.upperBound...], bounds: bounds)
    } else {
      self.init(comparison: text, bounds: bounds)
    }
  }

  private init?(from: Substring, to: Substring, bounds: (String) -> ClosedRange<Int>?) {
    let lower = from == "*" ? Int.min...Int.min : bounds(String(from))
    let upper = to == "*" ? Int.max...Int.max : bounds(String(to))
    guard let lower, let upper else { return nil }
    self.init(lowest: lower.lowerBound, highest: upper.upperBound)
  }

  private init?(comparison text: String, bounds: (String) -> ClosedRange<Int>?) {
    let sign = text.prefix { "<>=".contains($0) }
    guard let span = bounds(String(text[sign.endIndex...])) else { return nil }
    switch sign {
    case "": self.init(lowest: span.lowerBound, highest: span.upperBound)
    case ">": self.init(lowest: span.upperBound + 1)
    case ">=": self.init(lowest: span.lowerBound)
    case "<": self.init(highest: span.lowerBound - 1)
    case "<=": self.init(highest: span.upperBound)
    default: return nil
    }
  }

  private static func number(_ text: String) -> ClosedRange<Int>? {
    guard !text.isEmpty, text.count < 18, text.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(text).map { $0...$0 }
  }
}

extension SearchRange {
  /// Parses a range of dates into Unix seconds; a date without a time spans its whole day.
  init?(dates text: String) {
    self.init(text) { date in
      guard let time = UnixTime(iso8601: date) else { return nil }
      let length = date.contains("T") ? 1 : UnixTime.secondsPerDay
      return time.seconds...(time.seconds + length - 1)
    }
  }
}
