import ArgumentParser
import GitHubModel

/// The flags that become qualifiers of the query.
struct QualifierOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Written in this language, as in c++. Repeatable.", valueName: "name"),
    completion: .languages
  )
  var language: [String] = []

  @Option(help: ArgumentHelp("Has this topic. Repeatable: all must be there.", valueName: "name"))
  var topic: [String] = []

  @Option(
    help: ArgumentHelp("Belongs to this user or organization. Repeatable.", valueName: "login")
  )
  var owner: [String] = []

  @Option(
    help: ArgumentHelp(
      "Has that many stars: n, >n, >=n, <n, <=n, a..b, n..*, *..n.",
      valueName: "range"
    )
  )
  var stars: NumberRange?

  func validate() throws {
    for (flag, values) in [("language", language), ("topic", topic), ("owner", owner)] {
      for value in values where Qualifier(.language, value) == nil {
        throw ValidationError("The value '\(value)' is invalid for '--\(flag) <name>'")
      }
    }
  }

  /// In the order of the help text.
  func list() -> [Qualifier] {
    language.compactMap { Qualifier(.language, $0) } + topic.compactMap { Qualifier(.topic, $0) }
      + owner.compactMap { Qualifier(.user, $0) }
      + [stars.map { Qualifier(.stars, $0) }].compactMap(\.self)
  }
}

extension NumberRange: ExpressibleByArgument {
  /// Reads a range as the flag's value.
  public init?(argument: String) {
    self.init(argument)
  }
}
