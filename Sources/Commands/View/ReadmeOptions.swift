import ArgumentParser
import GitHubModel
import Output

struct ReadmeOptions: ParsableArguments {
  @Option(
    defaultAsFlag: ReadmeChoice.shown,
    parsing: .next,
    help: ArgumentHelp(
      "Show the README; --readme=only shows nothing else. (default: on a terminal)",
      valueName: "only"
    )
  )
  var readme: ReadmeChoice?

  @Flag(help: "Omit the README.")
  var noReadme = false

  @Flag(help: "Show only the headings of the README.")
  var outline = false

  @Option(
    help: ArgumentHelp(
      "Show only the README section with this heading or unique prefix; may be repeated.",
      valueName: "heading"
    )
  )
  var section: [String] = []

  @Option(
    help: ArgumentHelp(
      "Truncate the README to this many characters, at the end of a paragraph if possible.",
      valueName: "number"
    ),
    transform: WholeNumber.reading(1...Int.max)
  )
  var maxChars: Int?

  @Flag(help: "Show the README without markup, badges and HTML.")
  var plain = false

  func validate() throws {
    if case .unknown(let value) = readme {
      throw ValidationError(
        "The value '\(value)' is invalid for '--readme': use --readme or --readme=only"
      )
    }
    if noReadme, let flag = given.first {
      throw ValidationError("\(flag) and --no-readme cannot be used together")
    }
    if outline, let flag = given.first(where: { $0 != "--outline" }) {
      throw ValidationError("--outline and \(flag) cannot be used together")
    }
  }

  /// The README flags that were given.
  var given: [String] {
    let flags = [
      ("--readme", readme != nil), ("--outline", outline), ("--section", !section.isEmpty),
      ("--max-chars", maxChars != nil), ("--plain", plain),
    ]
    return flags.filter(\.1).map(\.0)
  }

  /// Whether the README is shown below the facts; nil for the format's default.
  var isShown: Bool? { noReadme ? false : given.isEmpty ? nil : true }

  /// Whether a part of the README replaces the facts.
  var isAlone: Bool { outline || readme == .only || !section.isEmpty }

  var selection: ReadmeSelection {
    ReadmeSelection(sections: section, isPlain: plain, maxLength: maxChars)
  }
}

enum ReadmeChoice: ExpressibleByArgument, Equatable, CustomStringConvertible {
  case shown, only
  case unknown(String)

  /// Returns nil for a repository, which is another argument: `--readme vapor/vapor`.
  init?(argument: String) {
    guard !RepositoryArgument.isLikely(argument) else { return nil }
    self = argument == "only" ? .only : .unknown(argument)
  }

  /// Empty, so that the help does not show a default that cannot be typed.
  var description: String { "" }
}
