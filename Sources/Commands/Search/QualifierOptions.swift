import ArgumentParser
import GitHubModel

/// The flags that become qualifiers of the query.
struct QualifierOptions: ParsableArguments {
  @OptionGroup(title: "Qualifiers") var wanted: InclusionOptions
  @OptionGroup(title: "Exclusions, like the qualifiers above") var unwanted: ExclusionOptions

  /// The flags that were given, in the order of the help text.
  var given: [GivenQualifier] { wanted.given + unwanted.given }

  /// In the same order.
  ///
  /// - Throws: ``CommandFailure`` for a value that GitHub would refuse, ignore or misread.
  func list() throws(CommandFailure) -> [Qualifier] { try given.checked() }
}

extension QualifierFlag {
  /// All there are, in the order of the help text.
  static let all = InclusionOptions.flags.map(\.flag) + ExclusionOptions.flags.map(\.flag)
}
