import GitHubAPI
import GitHubModel
import Terminal

/// What a search has brought so far, and the words for it.
struct SearchSummary {
  private(set) var rowCount = 0
  private(set) var totalCount = 0
  private(set) var hasPages = false
  private var isIncomplete = false
  private var skippedCount = 0
  private var rateLimit: RateLimit?

  mutating func add(_ page: Answer<RepositoryPage>) {
    hasPages = true
    rowCount += page.value.repositories.count
    totalCount = page.value.totalCount
    isIncomplete = isIncomplete || page.value.isIncomplete
    skippedCount += page.value.skippedCount
    rateLimit = page.rateLimit ?? rateLimit
  }

  /// As in `30 of 12,345 repositories (the first 1,000 can be reached) · 9 of 10 searches left`.
  var footer: String {
    var text = "\(CompactNumber.grouped(rowCount)) of \(CompactNumber.grouped(totalCount))"
    text += totalCount == 1 ? " repository" : " repositories"
    if totalCount > 1000 { text += " (the first 1,000 can be reached)" }
    if isIncomplete { text += ", incomplete" }
    if let rateLimit {
      text += " · \(rateLimit.remaining) of \(rateLimit.limit) searches left this minute"
    }
    return text
  }

  /// `hasFooter` is true where the footer has said already that the results are incomplete.
  func warnings(_ query: SearchQuery, hasFooter: Bool) -> [String] {
    var warnings: [String] = []
    if rowCount == 0, skippedCount == 0 {
      warnings.append(
        "no repositories match \(SafeText(query.q, longest: 200).description.truncated(toWidth: 200))"
      )
    }
    if isIncomplete, !hasFooter {
      warnings.append("GitHub's search ran out of time: some matches are missing")
    }
    if skippedCount > 0 {
      let items = skippedCount == 1 ? "1 result was" : "\(skippedCount) results were"
      warnings.append("\(items) left out: GitHub's answer does not say which repository it is")
    }
    return warnings.map { "ghsearch: \($0)" }
  }
}
