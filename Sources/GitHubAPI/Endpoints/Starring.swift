package import GitHubModel
import HTTPTransport
import HTTPTypes

extension Endpoint where Value == Bool {
  /// `GET /user/starred/{owner}/{repo}`: 204 when starred.
  ///
  /// 404 says "not starred", but also "no such repository": see ``GitHubAPIClient/isStarred(_:)``.
  package static func starred(_ name: RepositoryName) -> Self {
    Self(
      method: .get,
      path: ["user", "starred", name.owner, name.name],
      authentication: .required,
      attempted: "check the star of \(name)",
      read: { response throws(UnreadableBody) in
        switch response.head.status {
        case .noContent: true
        case .notFound: false
        default: nil
        }
      }
    )
  }
}

extension Endpoint where Value == Void {
  /// `PUT /user/starred/{owner}/{repo}`: 204, also when it was starred already.
  static func star(_ name: RepositoryName) -> Self {
    change(.put, name, attempted: "star \(name)")
  }

  /// `DELETE /user/starred/{owner}/{repo}`: 204, also when it was not starred.
  static func unstar(_ name: RepositoryName) -> Self {
    change(.delete, name, attempted: "unstar \(name)")
  }

  private static func change(
    _ method: HTTPRequest.Method,
    _ name: RepositoryName,
    attempted: String
  ) -> Self {
    Self(
      method: method,
      path: ["user", "starred", name.owner, name.name],
      authentication: .required,
      attempted: attempted,
      read: { response throws(UnreadableBody) in
        response.head.status == .noContent ? () : nil
      }
    )
  }
}
