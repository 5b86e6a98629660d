extension Range<Int> {
  /// The index so many further on, or back when negative; stops at the ends.
  ///
  /// The range is not empty.
  func index(_ index: Int, movedBy count: Int) -> Int {
    let (sum, overflow) = index.addingReportingOverflow(count)
    if overflow { return count > 0 ? upperBound - 1 : lowerBound }
    return Swift.min(Swift.max(sum, lowerBound), upperBound - 1)
  }
}
