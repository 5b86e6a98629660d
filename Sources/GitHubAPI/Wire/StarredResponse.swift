import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of `GET /user/starred` in the media type that tells when.
struct StarredResponse: Decodable {
  private let items: [Lossy<Item>]

  init(from decoder: any Decoder) throws {
    items = try [Lossy<Item>](from: decoder)
  }

  var page: StarPage {
    let stars = items.compactMap(\.element?.star)
    return StarPage(stars: stars, skippedCount: items.count - stars.count)
  }

  /// `{"starred_at": …, "repo": {…}}`; older servers send the repository alone.
  private struct Item: Decodable {
    let star: StarPage.Star

    private enum CodingKeys: String, CodingKey {
      case repo
      case starredAt = "starred_at"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      guard fields.contains(.repo) else {
        star = StarPage.Star(repository: try RepositoryResponse(from: decoder).repository)
        return
      }
      star = StarPage.Star(
        repository: try fields.decode(RepositoryResponse.self, forKey: .repo).repository,
        starredAt: fields.lenient(.starredAt, as: String.self).flatMap(Timestamp.seconds)
          .map { Date(timeIntervalSince1970: Double($0)) }
      )
    }
  }
}
