/// The progress of an update of the copy.
package struct CopyProgress: Sendable, Hashable {
  /// The parts that take long, in order.
  package enum Part: Sendable {
    case stars, facts, readmes
  }

  package var part: Part
  /// The number of items that are up to date.
  package var done: Int
  /// The total number of items; nil while unknown.
  package var total: Int?

  package init(_ part: Part = .stars, done: Int = 0, total: Int? = nil) {
    (self.part, self.done, self.total) = (part, done, total)
  }
}
