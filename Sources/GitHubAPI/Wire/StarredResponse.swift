import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of `GET /user/starred` in the media type that tells when.
struct StarredResponse: JSONReadable {
  private let items: [Lossy<Item>]

  init(_ json: JSONElement) throws(JSONMismatch) {
    items = try [Lossy<Item>](json)
  }

  var page: StarPage {
    let stars = items.compactMap(\.element?.star)
    return StarPage(stars: stars, skippedCount: items.count - stars.count)
  }

  /// `{"starred_at": …, "repo": {…}}`; older servers send the repository alone.
  private struct Item: JSONReadable {
    let star: StarPage.Star

    init(_ json: JSONElement) throws(JSONMismatch) {
      var members = try json.members()
      let starredAt = members.date("starred_at")
      let repository = members.element("repo") ?? json
      star = StarPage.Star(
        repository: try RepositoryResponse(repository).repository,
        starredAt: starredAt
      )
    }
  }
}
