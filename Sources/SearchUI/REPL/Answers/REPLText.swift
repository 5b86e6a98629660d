import GitHubModel
import SearchModel
import Terminal

/// What the REPL says: text from state, safe to print.
enum REPLText {
  /// As in `1–30 of 12,345 repositories (the first 1,000 can be reached) · 28 of 30 searches left`.
  static func summary(_ state: SearchState, shownCount: Int) -> String {
    guard let total = state.total, total.count > 0 || shownCount > 0 else {
      return "no repositories match \(SafeText(state.text, longest: 200))"
    }
    let noun = total.count == 1 ? "repository" : "repositories"
    var text = "\(grouped(shownCount)) of \(grouped(total.count)) \(noun)"
    if total.isCutOff {
      text += " (the first \(grouped(SearchRequest.mostReachable)) can be reached)"
    }
    if total.isIncomplete { text += ", incomplete: GitHub ran out of time" }
    return ([text] + hints(state, shownCount)).joined(separator: " · ")
  }

  private static func hints(_ state: SearchState, _ shownCount: Int) -> [String] {
    var hints: [String] = []
    if let budget = state.budget.reading {
      hints.append("\(budget.remaining) of \(budget.limit) searches left")
    }
    if state.access == .anonymous { hints.append("without the token") }
    if shownCount < state.rows.count || state.paging != .end { hints.append(":more goes on") }
    return hints
  }

  static func end(_ count: Int) -> String {
    "that was all: \(grouped(count)) \(count == 1 ? "row" : "rows")"
  }

  static let known = "these are known here (~); GitHub did not answer"

  static func sort(_ sort: SearchQuery.Sort, _ order: SearchQuery.Order) -> String {
    if sort == .bestMatch { return "the best matches first" }
    return
      "sorted by \(sort.rawValue), \(order == .descending ? "most or newest" : "least or oldest") first"
  }

  static func limit(_ limit: Int) -> String {
    limit == 1 ? "1 row at a time" : "\(grouped(limit)) rows at a time"
  }

  static func starred(_ repository: Repository, _ isStarred: Bool) -> String {
    "\(isStarred ? "★" : "☆") \(repository.name) is \(isStarred ? "starred" : "not starred")"
  }

  static func favourite(_ repository: Repository, _ isFavourite: Bool) -> String {
    "\(isFavourite ? "♥" : "♡") \(repository.name) is \(isFavourite ? "a favorite" : "no favorite")"
  }

  static func history(_ texts: [String]) -> [String] {
    texts.map { SafeText($0).description }
  }

  /// Made from the table of commands.
  static let help: [String] = {
    let rows =
      [("QUERY", "search, as on github.com: swift nio language:swift stars:>100")]
      + REPLCommand.all.map { ($0.usage, $0.summary) }
    let short = rows.map(\.0.count).filter { $0 <= widestUsage }.max() ?? 0
    return rows.flatMap { usage, summary in
      guard usage.count > short else {
        return [usage + String(repeating: " ", count: short - usage.count + 2) + summary]
      }
      return [usage, String(repeating: " ", count: short + 2) + summary]
    } + ["N… are numbers of rows, as in 1 3-5."]
  }()

  /// What is longer has its summary on a line of its own.
  private static let widestUsage = 16

  private static func grouped(_ count: Int) -> String { CompactNumber.grouped(count) }
}
