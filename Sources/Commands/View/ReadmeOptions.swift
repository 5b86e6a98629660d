import ArgumentParser
import Core
import GitHubModel
import Markdown
import Output
import Terminal

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

  @Flag(help: "Leave the README out.")
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

  /// The flags that were given and ask for something of the README.
  var given: [String] {
    let flags = [
      ("--readme", readme != nil), ("--outline", outline), ("--section", !section.isEmpty),
      ("--max-chars", maxChars != nil), ("--plain", plain),
    ]
    return flags.filter(\.1).map(\.0)
  }

  /// Whether the README is shown below the facts; nil if that depends on the output.
  var isShown: Bool? { noReadme ? false : given.isEmpty ? nil : true }

  /// Whether a part of the README is shown in place of the facts.
  var isAlone: Bool { outline || readme == .only || !section.isEmpty }

  var selection: ReadmeSelection {
    ReadmeSelection(sections: section, isPlain: plain, maxLength: maxChars)
  }
}

enum ReadmeChoice: ExpressibleByArgument, Equatable, CustomStringConvertible {
  case shown, only
  case unknown(String)

  /// Nil for a repository, which is another argument: `--readme vapor/vapor`.
  init?(argument: String) {
    guard !RepositoryArgument.isLikely(argument) else { return nil }
    self = argument == "only" ? .only : .unknown(argument)
  }

  /// Empty, so that the help does not name a default that cannot be typed.
  var description: String { "" }
}

/// Which part of a README is wanted, and in what form.
struct ReadmeSelection: Sendable {
  /// Their headings; empty for all of it.
  var sections: [String] = []
  var isPlain = false
  /// In Unicode scalars.
  var maxLength: Int?

  /// - Throws: ``CommandFailure`` for a section that is not there, or one of several.
  func text(of markdown: String) throws(CommandFailure) -> String {
    var text = markdown
    if !sections.isEmpty {
      let outline = MarkdownOutline(markdown)
      text = ""
      for name in sections { text += Self.withLineEnd(String(try outline.section(name).text)) }
    }
    if isPlain { text = MarkdownDocument.plainText(of: text, separatesBlocks: true) }
    return maxLength.map { Self.cut(text, to: $0) } ?? text
  }

  static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
  }

  /// The whole paragraphs of at most so many Unicode scalars, or else as much of the first one, and a line
  /// that says how much is left.
  static func cut(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard
      var end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    while end > text.startIndex, String.Index(end, within: text) == nil {
      end = scalars.index(before: end)
    }
    let beginning = text[..<end]
    let kept = beginning[..<(endOfParagraphs(beginning) ?? end)]
    let left = CompactNumber.grouped(scalars.distance(from: kept.endIndex, to: scalars.endIndex))
    return withLineEnd(String(kept)) + "\n… \(left) more characters; --outline lists the sections\n"
  }

  /// Where the last blank line begins that has text before it.
  static func endOfParagraphs(_ text: Substring) -> String.Index? {
    var hasText = false
    var end: String.Index?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // The last line may be incomplete.
    for line in lines.dropLast() {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank, hasText { end = line.startIndex }
      hasText = hasText || !isBlank
    }
    return end
  }
}

extension MarkdownOutline {
  func section(_ name: String) throws(CommandFailure) -> Section {
    let found = sections(named: name)
    if found.count == 1 { return found[0] }
    let titles = (found.isEmpty ? sections : found).map(\.title)
    let name = name.truncated(toWidth: 40)
    throw CommandFailure(
      found.isEmpty ? .notFound : .usage,
      "--section",
      found.isEmpty
        ? "no heading begins with \"\(name)\"" : "several headings begin with \"\(name)\"",
      advice: titles.isEmpty
        ? "the README has no headings"
        : "headings: \(titles.joined(separator: ", "))"
    )
  }
}
