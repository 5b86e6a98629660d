import GitHubModel

/// A flag for a qualifier with the values that it was given, unread.
struct GivenQualifier: Equatable, Sendable {
  let flag: QualifierFlag
  let values: [String]

  /// Nil for a flag that was not given.
  init?(_ flag: QualifierFlag, _ values: [String]) {
    guard !values.isEmpty else { return nil }
    (self.flag, self.values) = (flag, values)
  }
}

extension [GivenQualifier] {
  /// What they ask for.
  ///
  /// - Throws: ``CommandFailure`` for a value that GitHub would refuse, ignore or misread.
  func checked() throws(CommandFailure) -> [Qualifier] {
    var qualifiers: [Qualifier] = []
    for given in self { qualifiers += try given.flag.qualifiers(given.values) }
    return qualifiers
  }
}
