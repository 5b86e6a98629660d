import ArgumentParser
import GitHubModel
import Terminal

/// What somebody may have meant whose search found nothing.
struct SearchHint {
  let query: SearchQuery

  /// Whole lines; none where nothing looks like a slip.
  var sentences: [String] {
    [command].compactMap(\.self) + languages
  }

  /// A mistyped command is a search for its name.
  private var command: String? {
    guard case .text(let word)? = QueryWords(query.text).terms.first else { return nil }
    return NearestWord.to(word, among: Self.commands)
      .map { "ghsearch: there is a command `\($0)`: see `ghsearch \($0) --help`" }
  }

  private var languages: [String] {
    let known = LanguageNames.usual + LanguageNames.aliases
    return asked.compactMap { language in
      NearestWord.to(language, among: known).map { near in
        let shown = SafeText(language, longest: 40)
        return "ghsearch: the language \(shown) is not among the usual ones; did you mean \(near)?"
      }
    }
  }

  /// The languages of the query, those to leave out aside.
  private var asked: [String] {
    let typed = QueryWords(query.text).terms.compactMap { term -> String? in
      guard case .qualifier("language", let value, false) = term else { return nil }
      return value
    }
    return typed + query.qualifiers.filter { $0.name == .language && !$0.isNegated }.map(\.value)
  }

  private static let commands = GHSearchCommand.configuration.subcommands
    .compactMap { $0.configuration.commandName }
}
