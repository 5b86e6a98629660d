/// How far an update of the copy has come.
package struct CopyProgress: Sendable, Hashable {
  /// The parts that take long, in their order.
  package enum Part: Sendable {
    case stars, facts, readmes
  }

  package var part: Part
  /// How many of them are up to date.
  package var done: Int
  /// Nil while it is not known.
  package var total: Int?

  package init(_ part: Part = .stars, done: Int = 0, total: Int? = nil) {
    (self.part, self.done, self.total) = (part, done, total)
  }
}
