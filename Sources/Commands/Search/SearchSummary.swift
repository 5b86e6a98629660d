import GitHubAPI
import GitHubModel
import Output
import Terminal

/// The totals of a search so far, with its footer and warnings.
struct SearchSummary {
  private let scope: SearchRun.Scope
  /// The star filter, as in ``SearchRun/filter``.
  private let filter: Bool?
  private(set) var rowCount = 0
  /// The number of rows written; less than `rowCount` with a filter.
  private(set) var writtenCount = 0
  /// The number of rows omitted because their star state is unknown.
  var unknownCount = 0
  private(set) var hasPages = false
  /// The number of matches that no request can reach.
  private(set) var unreachableCount = 0
  /// The total number of matches; nil if GitHub does not report it.
  private var totalCount: Int?
  private var isIncomplete = false
  private var skippedCount = 0
  /// The number of rows of the last page beyond those wanted.
  var unreadCount = 0
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

  /// The number of rows expected without a failure; nil if unknown.
  var wantedCount: Int? {
    guard filter == nil else { return nil }
    return switch scope {
    case .everything: totalCount
    case .rows(let limit, let skip): totalCount.map { min(limit, max($0 - skip, 0)) } ?? limit
    }
  }

  var isEmpty: Bool { rowCount == 0 && skippedCount == 0 && totalCount ?? 0 == 0 }

  /// The number of results that were written or filtered out.
  private var lookedAt: Int { rowCount + skippedCount - unreadCount }

  /// The summary for programs.
  var list: ListSummary {
    var list = ListSummary(shown: writtenCount, of: nil)
    (list.total, list.isIncomplete) = (totalCount, isIncomplete)
    guard case .rows(let limit, let skip) = scope, rowCount > 0,
      totalCount.map({ skip + lookedAt < $0 }) ?? (lookedAt >= limit)
    else { return list }
    if skip + lookedAt < SearchPages.reachable {
      list.nextSkip = skip + lookedAt
    } else {
      list.advice = "GitHub returns only the first 1,000; --all fetches the rest"
    }
    return list
  }

  /// The flags that fetch the remaining rows after a failure.
  func resumption(_ error: GitHubError) -> String {
    switch scope {
    case .everything:
      return error.resumeQualifier.map {
        "to continue, use --all with \($0) as the only stars: qualifier"
      } ?? ""
    case .rows(let limit, let skip):
      let (left, next) = (limit - (filter == nil ? lookedAt : writtenCount), skip + lookedAt)
      guard left > 0, next < SearchPages.reachable else { return "" }
      return "to continue, use --skip \(next) --limit \(left)"
    }
  }

  /// The footer, such as `30 of 12,345 repositories (--all fetches more than 1,000)`, or with a
  /// filter `3 starred among the first 30 of 12,345 repositories`, with the searches left if they
  /// are few.
  var footer: String {
    let skip = scope.firstRank - 1
    var text: String
    if let filter {
      text = "\(CompactNumber.grouped(writtenCount)) \(filter ? "starred" : "not starred") among "
      if skip == 0, lookedAt > 1 { text += "the first " }
      text += ListSummary.range(lookedAt, skipped: skip)
    } else {
      text = ListSummary.range(rowCount, skipped: skip)
    }
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

  var isEverything: Bool {
    if case .everything = scope { true } else { false }
  }
}

// MARK: Warnings

extension SearchSummary {
  /// The warnings; `hasFooter` is true if the footer reports the number of matches and whether they
  /// are complete.
  func warnings(_ query: SearchQuery, hasFooter: Bool) -> [UserMessage] {
    var warnings: [UserMessage] = []
    func add(_ sentence: String, advice: String = "") {
      warnings.append(UserMessage("", sentence, advice: advice))
    }
    if rowCount == 0, skippedCount == 0, unreachableCount == 0 {
      add(noMatches(query))
    }
    if let filter, writtenCount == 0, rowCount > unknownCount {
      let results = "of the \(CompactNumber.grouped(rowCount - unknownCount)) results are starred"
      add((filter ? "none " : "all ") + results)
    }
    if isIncomplete, !hasFooter {
      add("GitHub's search timed out; some matches are missing")
    }
    if let totalCount, isCutOff, !hasFooter {
      let matches = "\(CompactNumber.grouped(totalCount)) repositories match, but GitHub returns"
      add("\(matches) only the first 1,000", advice: "--all fetches the rest")
    }
    if skippedCount > 0 {
      let results = skippedCount == 1 ? "1 result was" : "\(skippedCount) results were"
      add("\(results) skipped: the response has no repository name")
    }
    if unreachableCount > 0 {
      let matches = "\(CompactNumber.grouped(unreachableCount)) matches cannot be fetched"
      add("\(matches): too many share the same stars and creation time")
    }
    if unknownCount > 0 {
      let rows = Counted.text(unknownCount, "row")
      add("\(rows) skipped: the response has no star state")
    }
    return warnings
  }

  private func noMatches(_ query: SearchQuery) -> String {
    let shown = SafeText(query.q, longest: 200).description.truncated(toWidth: 200)
    if let totalCount, totalCount > 0, case .rows(_, let skip) = scope, skip > 0 {
      let matches = Counted.text(totalCount, "repository")
      return "only \(matches) match \(shown); --skip \(skip) is past the end"
    }
    return "no repositories match \(shown)"
  }

  /// Whether the user requested as many rows as GitHub returns, or the filter found too few; other
  /// users know that they requested fewer.
  private var isCutOff: Bool {
    guard case .rows(let limit, let skip) = scope, let totalCount,
      totalCount > SearchPages.reachable
    else { return false }
    return filter == nil
      ? limit + skip >= SearchPages.reachable
      : writtenCount < limit && unknownCount < rowCount
  }
}

// MARK: Everything

extension SearchSummary {
  /// The cost of fetching everything after the first request; nil if GitHub does not report the
  /// number of matches.
  ///
  /// For example, `12,345 repositories match: about 137 requests, which take about 4 minutes
  /// with --wait; …`.
  static func forecast(_ first: APIResponse<RepositoryPage>) -> String? {
    guard let matches = first.value.totalCount else { return nil }
    // A new search begins after every thousand rows, and repeats some of them.
    let pages = max(quotient(matches, 100), 1)
    let requests = matches > SearchPages.reachable ? pages + quotient(matches, 1000) : pages
    let minutes = first.rateLimit.flatMap { limit in
      limit.limit > 0 ? quotient(max(requests - 1 - limit.remaining, 0), limit.limit) : nil
    }
    let noun = matches == 1 ? "repository matches" : "repositories match"
    var text = "ghsearch: \(CompactNumber.grouped(matches)) \(noun): about "
    text += requests == 1 ? "1 request" : "\(CompactNumber.grouped(requests)) requests"
    guard let minutes, minutes > 0 else { return text }
    // Without the flag, commands wait at most a minute in total.
    let flag = minutes > 1 ? " with --wait" : ""
    return text + ", which take about \(duration(minutes))\(flag); Ctrl-C to stop"
  }

  private static func duration(_ minutes: Int) -> String {
    if minutes == 1 { return "a minute" }
    return minutes < 120 ? "\(minutes) minutes" : "\(CompactNumber.grouped(minutes / 60)) hours"
  }

  private static func quotient(_ count: Int, _ size: Int) -> Int {
    count / size + (count % size > 0 ? 1 : 0)
  }
}
