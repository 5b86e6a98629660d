import GitHubModel

/// The page of a search on github.com.
enum SearchPage {
  static func url(_ query: SearchQuery, base: APIBase) -> String {
    var url = "https://\(base.webHost ?? "github.com")/search?q=\(query.q.percentEncoded)"
    url += "&type=repositories"
    guard query.sort != .bestMatch else { return url }
    return url + "&s=\(query.sort.rawValue)&o=\(query.order.rawValue)"
  }
}
