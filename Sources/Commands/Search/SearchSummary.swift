import GitHubAPI
import GitHubModel
import Terminal

/// The totals of a search so far, and the footer and warnings for them.
struct SearchSummary {
  private let scope: SearchRun.Scope
  /// As ``SearchRun/filter``.
  private let filter: Bool?
  private(set) var rowCount = 0
  /// The rows that were written; fewer than `rowCount` with a filter.
  private(set) var writtenCount = 0
  /// Rows that were not written because their star state is unknown.
  var unknownCount = 0
  private(set) var hasPages = false
  /// Matches that no request can reach.
  private(set) var unreachableCount = 0
  /// Nil if GitHub does not report it.
  private var totalCount: Int?
  private var isIncomplete = false
  private var skippedCount = 0
  private var rateLimit: RateLimit?

  init(_ scope: SearchRun.Scope, filter: Bool? = nil) {
    (self.scope, self.filter) = (scope, filter)
  }

  mutating func add(_ page: APIResponse<RepositoryPage>, written: Int) {
    hasPages = true
    rowCount += page.value.repositories.count
    writtenCount += written
    totalCount = page.value.totalCount ?? totalCount
    isIncomplete = isIncomplete || page.value.isIncomplete
    skippedCount += page.value.skippedCount
    unreachableCount += page.value.unreachableCount
    rateLimit = page.rateLimit ?? rateLimit
  }

  /// How many rows there would be without a failure; nil if that is unknown.
  var wantedCount: Int? {
    guard filter == nil else { return nil }
    return switch scope {
    case .everything: totalCount
    case .rows(let limit, let skip): totalCount.map { min(limit, max($0 - skip, 0)) } ?? limit
    }
  }

  /// Whether nothing matches.
  var isEmpty: Bool { rowCount == 0 && skippedCount == 0 && totalCount ?? 0 == 0 }

  /// The flags that fetch the rows after a failure.
  func resumption(_ error: GitHubError) -> String {
    switch scope {
    case .everything:
      return error.resumeQualifier.map {
        "to continue, use --all with \($0) as the only stars: qualifier"
      } ?? ""
    case .rows(let limit, let skip):
      let lookedAt = rowCount + skippedCount
      let (left, next) = (limit - (filter == nil ? lookedAt : writtenCount), skip + lookedAt)
      guard left > 0, next < SearchPages.reachable else { return "" }
      return "to continue, use --skip \(next) --limit \(left)"
    }
  }

  /// As in `30 of 12,345 repositories (--all fetches more than 1,000)`, with the searches left when these
  /// are few.
  var footer: String {
    var text = writtenCount < rowCount ? "\(CompactNumber.grouped(writtenCount)) out of " : ""
    text += CompactNumber.grouped(rowCount)
    text += totalCount.map { " of \(CompactNumber.grouped($0))" } ?? ""
    text += (totalCount ?? rowCount) == 1 ? " repository" : " repositories"
    if !isEverything, let totalCount, totalCount > SearchPages.reachable {
      text += " (--all fetches more than 1,000)"
    }
    if isIncomplete { text += ", incomplete" }
    if let rateLimit, rateLimit.remaining * 2 < rateLimit.limit {
      text += " · \(rateLimit.remaining)/\(rateLimit.limit) searches left this minute"
    }
    return text
  }

  /// `hasFooter` is true if the footer already reports the number of matches, and whether they are
  /// complete.
  func warnings(_ query: SearchQuery, hasFooter: Bool) -> [String] {
    [
      nothing(query), none, hasFooter ? nil : incompleteness, hasFooter ? nil : unreached, skipped,
      lost,
      unknown,
    ]
    .compactMap { $0.map { "ghsearch: \($0)" } }
  }
}

// MARK: Warnings

extension SearchSummary {
  var isEverything: Bool {
    if case .everything = scope { true } else { false }
  }

  private func nothing(_ query: SearchQuery) -> String? {
    guard rowCount == 0, skippedCount == 0, unreachableCount == 0 else { return nil }
    let shown = SafeText(query.q, longest: 200).description.truncated(toWidth: 200)
    if let totalCount, totalCount > 0, case .rows(_, let skip) = scope, skip > 0 {
      return
        "only \(Counted.text(totalCount, "repository", plural: "repositories")) match \(shown); --skip \(skip) is past the end"
    }
    return "no repositories match \(shown)"
  }

  /// The filter removed all rows.
  private var none: String? {
    guard let filter, writtenCount == 0, rowCount > unknownCount else { return nil }
    let count = CompactNumber.grouped(rowCount - unknownCount)
    return filter
      ? "none of the \(count) results is starred" : "all of the \(count) results are starred"
  }

  private var incompleteness: String? {
    isIncomplete ? "GitHub's search timed out; some matches are missing" : nil
  }

  /// Only if as many rows were asked for as GitHub returns, or the filter did not find enough: others know
  /// that they asked for less.
  private var unreached: String? {
    guard case .rows(let limit, let skip) = scope, let totalCount,
      totalCount > SearchPages.reachable,
      filter == nil
        ? limit + skip >= SearchPages.reachable
        : writtenCount < limit && unknownCount < rowCount
    else { return nil }
    let total = CompactNumber.grouped(totalCount)
    return
      "\(total) repositories match, but GitHub returns only the first 1,000; --all fetches the rest"
  }

  private var skipped: String? {
    guard skippedCount > 0 else { return nil }
    let items = skippedCount == 1 ? "1 result was" : "\(skippedCount) results were"
    return "\(items) skipped: the response has no repository name"
  }

  private var unknown: String? {
    guard unknownCount > 0 else { return nil }
    let rows = Counted.text(unknownCount, "row")
    return "\(rows) skipped: the response has no star state"
  }

  private var lost: String? {
    guard unreachableCount > 0 else { return nil }
    let count = CompactNumber.grouped(unreachableCount)
    return "\(count) matches cannot be fetched: too many share the same stars and creation time"
  }
}

/// What a search for everything will cost, reported after its first request.
struct CrawlPlan {
  private let matches: Int
  private let requests: Int
  private let minutes: Int?

  /// Nil if GitHub does not report how many match.
  init?(_ first: APIResponse<RepositoryPage>) {
    guard let total = first.value.totalCount else { return nil }
    matches = total
    // After every thousand rows a new search begins, which repeats some rows of the last one.
    let pages = max(Self.quotient(total, 100), 1)
    let requests = total > SearchPages.reachable ? pages + Self.quotient(total, 1000) : pages
    self.requests = requests
    minutes = first.rateLimit.flatMap { limit in
      limit.limit > 0 ? Self.quotient(max(requests - 1 - limit.remaining, 0), limit.limit) : nil
    }
  }

  /// As in `12,345 repositories match: about 137 requests, which take about 4 minutes with --wait; …`.
  var sentence: String {
    let noun = matches == 1 ? "repository matches" : "repositories match"
    var text = "ghsearch: \(CompactNumber.grouped(matches)) \(noun): about "
    text += requests == 1 ? "1 request" : "\(CompactNumber.grouped(requests)) requests"
    guard let minutes, minutes > 0 else { return text }
    // Without the flag, a command waits for a minute in all.
    let flag = minutes > 1 ? " with --wait" : ""
    return text + ", which take about \(Self.duration(minutes))\(flag); Ctrl-C to stop"
  }

  private static func duration(_ minutes: Int) -> String {
    if minutes == 1 { return "a minute" }
    return minutes < 120 ? "\(minutes) minutes" : "\(CompactNumber.grouped(minutes / 60)) hours"
  }

  private static func quotient(_ count: Int, _ size: Int) -> Int {
    count / size + (count % size > 0 ? 1 : 0)
  }
}

/// Suggestions for a search that found nothing.
struct SearchHint {
  let query: SearchQuery
  let base: APIBase
  /// Whether the user said that it is a search, so that no word of it is a command.
  let isSearchNamed: Bool

  /// Whole lines; empty if nothing looks like a typing mistake.
  var sentences: [String] {
    [mistypedCommand, qualifier, range].compactMap(\.self) + languages
  }

  /// Whether the user wanted something other than a search.
  var isCommand: Bool { meantCommand != nil || mistypedCommand != nil }

  /// The command that was probably meant, for a query that other programs have as a command, or that is
  /// the address of a repository; nil for any other query.
  ///
  /// It may find repositories all the same.
  var meantCommand: String? {
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
      base.webHost.map { ("clone it", "git clone \(WebPage.repository(name, on: $0))") }
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

  /// A command with a typing mistake becomes a search.
  private var mistypedCommand: String? {
    guard !isSearchNamed, meantCommand == nil,
      case .text(let word)? = QueryWords(query.text).terms.first
    else { return nil }
    return NearestWord.to(word, among: Self.commands)
      .map { "ghsearch: did you mean the command \($0)? See `ghsearch \($0) --help`" }
  }

  /// A qualifier with a typing mistake is searched for as text.
  private var qualifier: String? {
    for case .text(let word) in QueryWords(query.text).terms {
      guard let colon = word.firstIndex(of: ":"), !word[colon...].hasPrefix("://") else { continue }
      let name = word[..<colon].drop { $0 == "-" }
      if let near = NearestWord.to(String(name), among: Qualifier.names.sorted()) {
        return
          "ghsearch: unknown qualifier \(SafeText(String(name), longest: 40)):; did you mean \(near):?"
      }
    }
    return nil
  }

  /// A range that cannot be read, as in `stars:many`, which matches nothing.
  private var range: String? {
    for case .qualifier(let name, let value, _) in QueryWords(query.text).terms {
      if let mistake = QualifierFlag.rangeMistake(name, value) { return mistake.line }
    }
    return nil
  }

  private var languages: [String] {
    let known = LanguageNames.common + LanguageNames.aliases
    return wantedLanguages.compactMap { language in
      NearestWord.to(language, among: known).map { near in
        let shown = SafeText(language, longest: 40)
        return "ghsearch: unknown language \(shown); did you mean \(near)?"
      }
    }
  }

  /// The languages that the query asks for; excluded ones are not among them.
  private var wantedLanguages: [String] {
    let typed = QueryWords(query.text).terms.compactMap { term -> String? in
      guard case .qualifier("language", let value, false) = term else { return nil }
      return value
    }
    return typed + query.qualifiers.filter { $0.name == .language && !$0.isNegated }.map(\.value)
  }

  private static let commands = CommandName.allCases.map(\.rawValue)
}
