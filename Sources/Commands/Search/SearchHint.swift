import Core
import GitHubModel
import Output

/// Suggestions for a search that found nothing.
struct SearchHint {
  let query: SearchQuery
  let base: APIBase
  /// Whether the user asked for a search explicitly, so that no word is a command.
  let isSearchNamed: Bool

  /// Whole lines; empty if nothing looks like a typing mistake.
  var sentences: [String] {
    [mistypedCommand, qualifier, range].compactMap(\.self) + languages
  }

  /// Whether the user wanted something other than a search.
  var isCommand: Bool { suggestedCommand != nil || mistypedCommand != nil }

  /// The command that was probably meant, for a query that other programs have as a command, or that is
  /// the address of a repository; nil for any other query.
  ///
  /// It may find repositories anyway.
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

  /// For an address such as `https://github.com/vapor/vapor`; a mere name is searched for.
  private func addressed(_ word: String) -> Meant? {
    guard RepositoryName(word) == nil else { return nil }
    return RepositoryName(reference: word, at: base).map { ("show it", "ghsearch view \($0)") }
  }

  /// For a verb before a repository.
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
    "config": ("see what ghsearch uses and check it", "ghsearch doctor"),
    "list": ("list your stars", "ghsearch stars"),
    "sync": ("update the copy of your stars", "ghsearch stars sync"),
    "export": ("export your stars", "ghsearch stars export"),
    "prune": ("unstar many repositories", "ghsearch stars prune"),
    "version": ("see the version", "ghsearch --version"),
    "completions": ("get shell completions", "ghsearch completion <shell>"),
  ]

  /// A command with a typing mistake becomes a search; many words are a question, and short ones are words.
  private var mistypedCommand: String? {
    let terms = QueryWords(query.text).terms
    guard !isSearchNamed, suggestedCommand == nil, terms.count <= 3,
      case .text(let word)? = terms.first, word.count >= 3
    else { return nil }
    return NearestWord.to(word, among: CommandName.allCases.map(\.rawValue))
      .map { "ghsearch: did you mean the command \($0)? See `ghsearch \($0) --help`" }
  }

  /// A qualifier with a typing mistake is searched for as text.
  private var qualifier: String? { QueryMistake.qualifier(in: query.text).map(Self.line) }

  private static func line(_ mistake: QueryMistake) -> String {
    UserMessage("", mistake.sentence).line
  }

  /// A range that cannot be read, as in `stars:many`, which matches nothing.
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
