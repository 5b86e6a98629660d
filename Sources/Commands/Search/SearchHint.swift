import Core
import GitHubModel
import Output

/// Suggestions for a search that found nothing.
struct SearchHint {
  let query: SearchQuery
  let base: APIBase
  /// Whether the user typed `search`, so that no word is a command.
  let isSearchNamed: Bool

  /// Complete lines; empty if nothing looks like a typo.
  var sentences: [String] {
    [mistypedCommand, qualifier, range].compactMap(\.self) + languages
  }

  /// Whether the user probably meant something other than a search.
  var isCommand: Bool { suggestedCommand != nil || mistypedCommand != nil }

  /// The probable command for a query that is a command in other programs, or a repository's URL;
  /// nil for any other query.
  ///
  /// The search may still find repositories.
  var suggestedCommand: String? {
    guard !isSearchNamed, query.qualifiers.isEmpty else { return nil }
    let words = query.text.split(separator: " ").map(String.init)
    let meant =
      switch words.count {
      case 1: Self.meant[words[0]] ?? addressed(words[0])
      case 2: meant(words[0], on: words[1])
      default: nil as Meant?
      }
    return meant.map { "ghsearch: to \($0.purpose), run `\($0.command)`" }
  }

  private typealias Meant = (purpose: String, command: String)

  /// The command for a URL such as `https://github.com/vapor/vapor`; nil for a name alone.
  private func addressed(_ word: String) -> Meant? {
    guard RepositoryName(word) == nil else { return nil }
    return RepositoryName(reference: word, at: base).map { ("show it", "ghsearch view \($0)") }
  }

  /// The command for a verb before a repository.
  private func meant(_ verb: String, on word: String) -> Meant? {
    guard let name = RepositoryName(reference: word, at: base) else { return nil }
    return switch verb {
    case "clone":
      WebPage.repository(name, on: base).map { ("clone it", "git clone \($0)") }
        ?? ("show it", "ghsearch view \(name)")
    case "readme": ("read it", "ghsearch view \(name) --readme")
    case "show", "info": ("show it", "ghsearch view \(name)")
    case "browse": ("open it", "ghsearch open \(name)")
    default: nil
    }
  }

  private static let meant: [String: Meant] = [
    "login": ("sign in", "ghsearch auth login"),
    "signin": ("sign in", "ghsearch auth login"),
    "logout": ("sign out", "ghsearch auth logout"),
    "signout": ("sign out", "ghsearch auth logout"),
    "status": ("see your token and limits", "ghsearch auth status"),
    "config": ("check ghsearch's network, token and files", "ghsearch doctor"),
    "list": ("list your stars", "ghsearch stars"),
    "sync": ("update the copy of your stars", "ghsearch stars sync"),
    "export": ("export your stars", "ghsearch stars export"),
    "prune": ("unstar many repositories", "ghsearch stars prune"),
    "version": ("see the version", "ghsearch --version"),
    "completions": ("get shell completions", "ghsearch completion <shell>"),
  ]

  /// The command for a misspelled name; nil for many words, which are a question, and for short
  /// words.
  private var mistypedCommand: String? {
    let terms = QueryWords(query.text).terms
    guard !isSearchNamed, suggestedCommand == nil, terms.count <= 3,
      case .text(let word)? = terms.first, word.count >= 3
    else { return nil }
    return NearestWord.to(word, among: CommandName.allCases.map(\.rawValue))
      .map { "ghsearch: did you mean the command \($0)? See `ghsearch \($0) --help`" }
  }

  /// The suggestion for a misspelled qualifier, which GitHub searches for as text.
  private var qualifier: String? { QueryMistake.qualifier(in: query.text).map(Self.line) }

  private static func line(_ mistake: QueryMistake) -> String {
    UserMessage("", mistake.sentence).line
  }

  /// The suggestion for an invalid range such as `stars:many`, which matches nothing.
  private var range: String? {
    for case .qualifier(let name, let value, _) in QueryWords(query.text).terms {
      if let mistake = QualifierFlag.rangeMistake(name, value) { return mistake.line }
    }
    return nil
  }

  private var languages: [String] {
    QueryMistake.languages(in: query.q).map(Self.line)
  }
}
