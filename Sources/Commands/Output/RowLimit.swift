import ArgumentParser

/// The option for the number of rows in a list.
struct RowLimit: ParsableArguments {
  @Option(
    name: .limit,
    help: "Maximum number of rows. (default: all)",
    transform: WholeNumber.reading(1...Int.max)
  )
  var limit: Int?

  func first<Row>(_ rows: [Row]) -> [Row] { Array(rows.prefix(limit ?? .max)) }
}

extension NameSpecification {
  /// `--limit` and `-L`; the value may be attached, as in `-L5`.
  static let limit: Self = [.long, .customShort("L", allowingJoined: true)]
}
