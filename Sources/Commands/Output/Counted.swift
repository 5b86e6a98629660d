import Terminal

/// How many there are of something, in words.
enum Counted {
  /// As in `1 star` and `1,234 stars`.
  static func text(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(CompactNumber.grouped(count)) \(plural ?? noun + "s")"
  }
}
