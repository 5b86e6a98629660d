package import Discovery
package import GitHubAPI
package import GitHubModel
import Terminal

extension SearchTotals {
  /// The summary for programs.
  package var list: ListSummary {
    var list = ListSummary(shown: chosenCount, of: nil)
    (list.total, list.isIncomplete) = (totalCount, isIncomplete)
    guard hasMore else { return list }
    list.nextSkip = nextSkip
    if nextSkip == nil {
      list.advice = "GitHub returns only the first 1,000; --all fetches the rest"
    }
    return list
  }

  /// The progress, such as `stopped after 30 of 100 rows` without the first two words.
  package var progress: String {
    let chosen = CompactNumber.grouped(chosenCount)
    return expectedCount.map { "\(chosen) of \(CompactNumber.grouped($0)) rows" }
      ?? Counted.text(chosenCount, "row")
  }

  /// The flags that fetch the remaining rows after a failure.
  package func resumption(_ error: GitHubError) -> String {
    switch scope {
    case .everything:
      return error.resumeQualifier.map {
        "to continue, use --all with \($0) as the only stars: qualifier"
      } ?? ""
    case .rows(let limit, _):
      let left = limit - (filter == nil ? seenCount : chosenCount)
      guard left > 0, let nextSkip else { return "" }
      return "to continue, use --skip \(nextSkip) --limit \(left)"
    }
  }

  /// The footer, such as `30 of 12,345 repositories (--all fetches more than 1,000)`, or with a
  /// filter `3 starred among the first 30 of 12,345 repositories`, with the searches left if they
  /// are few.
  package var footer: String {
    let skip = scope.firstRank - 1
    var text: String
    if let filter {
      text = "\(CompactNumber.grouped(chosenCount)) \(filter ? "starred" : "not starred") among "
      if skip == 0, seenCount > 1 { text += "the first " }
      text += ListSummary.range(seenCount, skipped: skip)
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

  /// The warnings; `hasFooter` is true if the footer reports the number of matches and whether they
  /// are complete.
  package func warnings(_ query: SearchQuery, hasFooter: Bool) -> [UserMessage] {
    var warnings: [UserMessage] = []
    func add(_ sentence: String, advice: String = "") {
      warnings.append(UserMessage("", sentence, advice: advice))
    }
    if rowCount == 0, skippedCount == 0, unreachableCount == 0 {
      add(noMatches(query))
    }
    if let filter, chosenCount == 0, rowCount > unknownCount {
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
}

extension SearchForecast {
  /// A text such as `12,345 repositories match: about 137 requests, which take about 4 minutes`.
  package var sentence: String {
    let noun = matches == 1 ? "repository matches" : "repositories match"
    var text = "\(CompactNumber.grouped(matches)) \(noun): about "
    text += requests == 1 ? "1 request" : "\(CompactNumber.grouped(requests)) requests"
    guard let minutes, minutes > 0 else { return text }
    // Without the flag, commands wait at most a minute in total.
    let flag = minutes > 1 ? " with --wait" : ""
    return text + ", which take about \(Self.duration(minutes))\(flag); Ctrl-C to stop"
  }

  private static func duration(_ minutes: Int) -> String {
    if minutes == 1 { return "a minute" }
    return minutes < 120 ? "\(minutes) minutes" : "\(CompactNumber.grouped(minutes / 60)) hours"
  }
}

extension RepositorySearch {
  /// A sentence such as `nothing has all 7 words; showing: photo backup`.
  package static func sentence(_ words: String, _ text: String, insteadOf typed: SearchQuery)
    -> String
  {
    let reason = QueryLadder(typed.text)?.sentence ?? "nothing matches"
    return "\(reason); \(words): \(SafeText(text, longest: 300))"
  }
}
