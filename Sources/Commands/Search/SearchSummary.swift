import GitHubAPI
import GitHubModel
import Terminal

/// What a search has brought so far, and the words for it.
struct SearchSummary {
  private let scope: SearchRun.Scope
  /// As ``SearchRun/filter``.
  private let filter: Bool?
  private(set) var rowCount = 0
  /// How many of the rows were written; fewer where they are chosen by their stars.
  private(set) var writtenCount = 0
  /// Rows that were not written since nobody knows whether they are starred.
  var unknownCount = 0
  private(set) var hasPages = false
  /// Matches that exist and that no request reaches.
  private(set) var unreachableCount = 0
  /// Nil where GitHub does not say.
  private var totalCount: Int?
  private var isIncomplete = false
  private var skippedCount = 0
  private var rateLimit: RateLimit?

  init(_ scope: SearchRun.Scope, filter: Bool? = nil) {
    (self.scope, self.filter) = (scope, filter)
  }

  mutating func add(_ page: Answer<RepositoryPage>, written: Int) {
    hasPages = true
    rowCount += page.value.repositories.count
    writtenCount += written
    totalCount = page.value.totalCount ?? totalCount
    isIncomplete = isIncomplete || page.value.isIncomplete
    skippedCount += page.value.skippedCount
    unreachableCount += page.value.unreachableCount
    rateLimit = page.rateLimit ?? rateLimit
  }

  /// How many rows there would be without a failure; nil where nobody knows.
  var wantedCount: Int? {
    guard filter == nil else { return nil }
    return switch scope {
    case .everything: totalCount
    case .rows(let limit, let skip): totalCount.map { min(limit, max($0 - skip, 0)) } ?? limit
    }
  }

  /// Whether nothing at all matches.
  var isEmpty: Bool { rowCount == 0 && skippedCount == 0 && totalCount ?? 0 == 0 }

  /// The flags that bring the rows behind a failure.
  func resumption(_ error: GitHubError) -> String {
    switch scope {
    case .everything:
      return error.resumeQualifier.map { "the rest: --all with \($0) as the only stars:" } ?? ""
    case .rows(let limit, let skip):
      let lookedAt = rowCount + skippedCount
      let (left, next) = (limit - (filter == nil ? lookedAt : writtenCount), skip + lookedAt)
      guard left > 0, next < SearchPages.reachable else { return "" }
      return "the rest: --skip \(next) --limit \(left)"
    }
  }

  /// As in `30 of 12,345 repositories (the first 1,000 can be reached) · 9 of 10 searches left`.
  var footer: String {
    var text = writtenCount < rowCount ? "\(CompactNumber.grouped(writtenCount)) out of " : ""
    text += CompactNumber.grouped(rowCount)
    text += totalCount.map { " of \(CompactNumber.grouped($0))" } ?? ""
    text += (totalCount ?? rowCount) == 1 ? " repository" : " repositories"
    if !isEverything, let totalCount, totalCount > SearchPages.reachable {
      text += " (the first 1,000 can be reached, the others with --all)"
    }
    if isIncomplete { text += ", incomplete" }
    if let rateLimit {
      text += " · \(rateLimit.remaining) of \(rateLimit.limit) searches left this minute"
    }
    return text
  }

  /// `hasFooter` is true where the footer has said already how many there are, and whether that is
  /// all.
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
  private var isEverything: Bool {
    if case .everything = scope { true } else { false }
  }

  private func nothing(_ query: SearchQuery) -> String? {
    guard rowCount == 0, skippedCount == 0, unreachableCount == 0 else { return nil }
    let shown = SafeText(query.q, longest: 200).description.truncated(toWidth: 200)
    if let totalCount, totalCount > 0, case .rows(_, let skip) = scope, skip > 0 {
      return "no more than \(CompactNumber.grouped(totalCount)) repositories match \(shown)"
    }
    return "no repositories match \(shown)"
  }

  /// Rows came, and the choice left none of them.
  private var none: String? {
    guard let filter, writtenCount == 0, rowCount > unknownCount else { return nil }
    let count = CompactNumber.grouped(rowCount - unknownCount)
    return filter ? "no result of \(count) is starred" : "every result of \(count) is starred"
  }

  private var incompleteness: String? {
    isIncomplete ? "GitHub's search ran out of time: some matches are missing" : nil
  }

  /// Only for those who took all that there is to take, or whose choice would have more of it: others
  /// know that they asked for less.
  private var unreached: String? {
    guard case .rows(let limit, let skip) = scope, let totalCount,
      totalCount > SearchPages.reachable,
      filter == nil
        ? limit + skip >= SearchPages.reachable
        : writtenCount < limit && unknownCount < rowCount
    else { return nil }
    let total = CompactNumber.grouped(totalCount)
    return
      "\(total) repositories match, and only the first 1,000 can be reached; --all has the others"
  }

  private var skipped: String? {
    guard skippedCount > 0 else { return nil }
    let items = skippedCount == 1 ? "1 result was" : "\(skippedCount) results were"
    return "\(items) left out: GitHub's answer does not say which repository it is"
  }

  private var unknown: String? {
    guard unknownCount > 0 else { return nil }
    let rows = Counted.text(unknownCount, "row")
    return "\(rows) left out: it is not known whether you starred them; a token tells"
  }

  private var lost: String? {
    guard unreachableCount > 0 else { return nil }
    let count = CompactNumber.grouped(unreachableCount)
    return "\(count) matches cannot be reached: too many are alike in stars and time of creation"
  }
}
