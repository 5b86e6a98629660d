package import GitHubModel
import HTTPTransport
import HTTPTypes

extension Endpoint where Value == String? {
  /// `GET /repos/{owner}/{repo}/readme` as Markdown; nil where there is none.
  ///
  /// What is longer than a person reads is cut off.
  package static func readme(_ name: RepositoryName) -> Endpoint<String?> {
    Self(
      method: .get,
      path: ["repos", name.owner, name.name, "readme"],
      accept: "application/vnd.github.raw+json",
      staleness: .confirmed,
      authentication: .optional,
      attempted: "read the README of \(name)",
      read: { response throws(UnreadableBody) in
        switch response.head.status {
        case .ok: .some(String(decoding: response.body.prefix(longestReadme), as: UTF8.self))
        case .notFound: .some(nil)
        default: nil
        }
      }
    )
  }
}

/// In bytes: some 4,000 lines.
private let longestReadme = 262_144
