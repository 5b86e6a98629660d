/// A yes or no that one value decides: the first for which the closure says what is decisive.
///
/// Without such a value the answer is the opposite.
@usableFromInline
@frozen
struct DecisionFold<Input, Thrown: Error>: Fold {
  @usableFromInline let name: StaticString
  @usableFromInline let decisive: Bool
  @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
  @usableFromInline var isDecided = false

  @inlinable var result: Bool? { isDecided == decisive }

  @inlinable
  init(
    _ name: StaticString,
    decisive: Bool,
    _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool
  ) {
    self.name = name
    self.decisive = decisive
    self.predicate = predicate
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Progress {
    guard try predicate(input) == decisive else { return .more }
    isDecided = true
    return .done
  }
}
