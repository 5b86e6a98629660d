package import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == [StarWeek] {
  /// `GET /repos/{owner}/{repo}/stargazers/history`: the newest weeks first, 30 per page.
  ///
  /// A cached page is used until the server's day ends: an unfinished day would count as a complete one.
  package static func starHistory(_ name: RepositoryName, page: Int = 1) -> Self {
    var query = [(name: "per_page", value: "30")]
    if page > 1 { query.append(("page", String(page))) }
    var endpoint = Self(
      get: ["repos", name.owner, name.name, "stargazers", "history"],
      query: query,
      cachePolicy: .revalidate,
      authentication: .optional,
      requestKind: .repository,
      subject: name.fullName,
      value: { json in
        json.array.flatMap { weeks in
          let readable = weeks.compactMap(StarWeek.init)
          return readable.count == weeks.count ? readable : nil
        }
      }
    )
    endpoint.isCurrent = { weeks, date, now in
      !weeks.isEmpty && StarHistory.today(weeks, now: date) == StarHistory.today(weeks, now: now)
    }
    return endpoint
  }
}

extension GitHubAPIClient {
  /// A repository's stars by day: since a date if one is given, otherwise all of them.
  ///
  /// Reads whole pages, so it may return more than asked for. `announce` is called with the number
  /// of pages once the first of several has arrived.
  package func starHistory(
    of name: RepositoryName,
    since date: Date?,
    announce: @Sendable (_ pages: Int) -> Void = { _ in }
  ) async throws(GitHubError) -> StarHistory {
    let now = self.date
    var weeks: [StarWeek] = []
    var page = 0
    while true {
      page += 1
      let response = try await send(.starHistory(name, page: page))
      weeks += response.value
      let oldest = response.value.map { Date(timeIntervalSince1970: Double($0.start)) }.min() ?? now
      let isEnough = date.map { oldest <= $0 } ?? false
      guard response.hasNextPage, !isEnough, page < Self.maxPages else {
        return StarHistory(weeks, isComplete: !response.hasNextPage, now: now)
      }
      if page == 1 { announce(Self.pageCount(since: date, now: now, last: response.lastPage)) }
    }
  }

  /// The star histories cached since a date, as of then: one page of each; sends no requests.
  package func cachedStarHistories(
    since date: Date
  ) async -> [(name: RepositoryName, history: StarHistory)] {
    await cached(
      { .starHistory($0) },
      endingWith: "/stargazers/history?per_page=30",
      since: date
    )
    .map { name, response, date in
      let isComplete = !response.hasNextPage
      return (name, StarHistory(response.value, isComplete: isComplete, now: date))
    }
  }

  private static func pageCount(since date: Date?, now: Date, last: Int?) -> Int {
    let pages = date.map { Int((now.timeIntervalSince($0) / (210 * 86_400)).rounded(.up)) } ?? .max
    return min(pages, last ?? maxPages)
  }

  /// The maximum number of pages on GitHub.
  private static let maxPages = 100
}

extension StarWeek {
  /// Parses a week; its `total` is the sum of its days.
  fileprivate init?(_ json: JSONElement) {
    let days = json["days"]?.array?.compactMap(\.count) ?? []
    guard let start = json["week"]?.count, start <= Self.maxStart,
      days.count == 7, days.count == json["days"]?.array?.count,
      days.allSatisfy({ $0 <= Self.maxStars })
    else { return nil }
    self.init(start: start, days: days)
  }

  /// The end of the year 9999.
  private static let maxStart = 253_402_300_799
  /// The maximum number of stars per day, above that of any repository.
  private static let maxStars = 1_000_000_000
}
