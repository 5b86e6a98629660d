import ArgumentParser
import GitHubModel

/// The flags that become qualifiers of the query.
struct QualifierOptions: ParsableArguments {
  @OptionGroup(title: "Qualifiers") var wanted: InclusionOptions
  @OptionGroup(title: "Exclusions, like the qualifiers above") var unwanted: ExclusionOptions

  /// In the order of the help text.
  ///
  /// - Throws: ``CommandFailure`` for a value that GitHub would refuse, ignore or misread.
  func list() throws(CommandFailure) -> [Qualifier] {
    var qualifiers: [Qualifier] = []
    for (flag, values) in wanted.values + unwanted.values {
      qualifiers += try flag.qualifiers(values)
    }
    return qualifiers
  }
}
