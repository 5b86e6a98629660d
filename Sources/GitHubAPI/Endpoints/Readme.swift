package import GitHubModel
import HTTPTransport
import HTTPTypes

extension Endpoint where Value == String? {
  /// In bytes: some 8,000 lines.
  package static var mostRead: Int { 524_288 }

  /// `GET /repos/{owner}/{repo}/readme` as Markdown; nil where there is none.
  ///
  /// What is longer than a person reads is cut off, unless more is asked for.
  package static func readme(
    _ name: RepositoryName,
    longest: Int = mostRead
  ) -> Endpoint<String?> {
    Self(
      method: .get,
      path: ["repos", name.owner, name.name, "readme"],
      accept: "application/vnd.github.raw+json",
      staleness: .confirmed,
      authentication: .optional,
      attempted: "read the README of \(name)",
      read: { response throws(UnreadableBody) in
        switch response.head.status {
        case .ok: .some(String(decoding: response.body.prefix(longest), as: UTF8.self))
        case .notFound: .some(nil)
        default: nil
        }
      }
    )
  }
}
