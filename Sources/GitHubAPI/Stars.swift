import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

extension Endpoint where Value == Bool {
  /// `GET /user/starred/{owner}/{repo}`: 204 if it is starred.
  ///
  /// 404 means "not starred" or "no such repository": see ``GitHubAPIClient/isStarred(_:)``.
  package static func starred(_ name: RepositoryName) -> Self {
    Self(
      method: .get,
      path: ["user", "starred", name.owner, name.name],
      authentication: .required,
      requestKind: .repository,
      subject: name.fullName,
      read: { response throws(GitHubError) in
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
  /// `PUT /user/starred/{owner}/{repo}`: 204, even if it is already starred.
  static func star(_ name: RepositoryName) -> Self {
    change(.put, name)
  }

  /// `DELETE /user/starred/{owner}/{repo}`: 204, even if it is not starred.
  static func unstar(_ name: RepositoryName) -> Self {
    change(.delete, name)
  }

  private static func change(_ method: HTTPRequest.Method, _ name: RepositoryName) -> Self {
    Self(
      method: method,
      path: ["user", "starred", name.owner, name.name],
      authentication: .required,
      requestKind: .starChange,
      subject: name.fullName,
      read: { response throws(GitHubError) in
        response.head.status == .noContent ? () : nil
      }
    )
  }
}

/// Starring; these functions distinguish the two meanings of GitHub's 404.
extension GitHubAPIClient {
  /// Stars the repository if it is not starred yet.
  ///
  /// - Throws: ``GitHubError`` with ``FailureKind/notFound`` for a repository that does not exist,
  ///   and with ``FailureKind/forbidden`` for a token that is not allowed to star it.
  package func star(_ name: RepositoryName) async throws(GitHubError) {
    try await change(.star(name), of: name)
  }

  /// Removes the user's star from the repository, if any.
  ///
  /// - Throws: The same errors as ``star(_:)``.
  package func unstar(_ name: RepositoryName) async throws(GitHubError) {
    try await change(.unstar(name), of: name)
  }

  /// Whether the signed-in user has starred the repository.
  ///
  /// - Throws: ``GitHubError`` with ``FailureKind/notFound`` for a repository that does not exist.
  package func isStarred(_ name: RepositoryName) async throws(GitHubError) -> Bool {
    if try await send(.starred(name)).value { return true }
    let current = try await send(.repository(name)).value.name
    // GitHub finds the star of a renamed repository only by its new name.
    return current == name ? false : try await send(.starred(current)).value
  }

  /// Sends a change.
  ///
  /// GitHub responds with 404 to a token that may not star, as if there were no repository; a token
  /// that lacks every required scope cannot star anything, so the repository need not be looked up.
  private func change(
    _ endpoint: Endpoint<Void>,
    of name: RepositoryName
  ) async throws(GitHubError) {
    do throws(GitHubError) {
      _ = try await send(endpoint)
    } catch {
      guard case .notFound(let denial) = error.cause else { throw error }
      let refusal = Self.refusal(error, denial)
      if error.status == 404, refusal.denial?.permissions?.lacksScopes == true { throw refusal }
      // Throws "not found" if the repository does not exist, or the check's own failure.
      _ = try await send(.repository(name))
      throw refusal
    }
  }

  private static func refusal(_ error: GitHubError, _ denial: GitHubError.Denial) -> GitHubError {
    var (refusal, denial) = (error, denial)
    denial.permissions = denial.permissions.map { permissions in
      // GitHub does not always name the missing scope.
      let accepted = permissions.accepted ?? (permissions.granted == nil ? nil : "public_repo")
      return Permissions(accepted: accepted, granted: permissions.granted)
    }
    refusal.cause = .forbidden(denial)
    return refusal
  }
}

// MARK: - Many at once

extension GitHubAPIClient {
  /// Which of the repositories the signed-in user has starred, with one request per 100.
  ///
  /// The keys are the node IDs; those that GitHub does not find, or that the token cannot see, are
  /// omitted.
  package func starStates(of nodeIDs: [String]) async throws(GitHubError) -> [String: Bool] {
    var states: [String: Bool] = [:]
    for start in stride(from: 0, to: nodeIDs.count, by: 100) {
      let part = Array(nodeIDs[start...].prefix(100))
      let results = try await send(.starStates(nodeIDs: part)).value
      for case (let id, .found(let isStarred)?) in zip(part, results) { states[id] = isStarred }
    }
    return states
  }
}

extension Endpoint where Value == [NodeResult<Bool>?] {
  /// Whether the signed-in user has starred up to 100 repositories, by node ID.
  static func starStates(nodeIDs: [String]) -> Self {
    .repositories(
      "StarStates",
      nodeIDs: nodeIDs,
      selecting: "viewerHasStarred",
      subject: "(star states)",
      value: { $0["viewerHasStarred"]?.bool }
    )
  }
}

// MARK: - Pages of stars

/// A page of a user's stars.
package struct StarPage: Sendable {
  /// The stars, newest first.
  package var stars: [Star]
  /// The number of items that could not be read.
  package var skippedCount: Int
}

/// The result of a conditional request.
package enum Conditional<Value: Sendable>: Sendable {
  /// Nothing has changed since the caller's version (304), which is not counted as a request.
  case unchanged
  case value(Value)
}

extension Endpoint where Value == Conditional<StarPage> {
  /// `GET /user/starred` or `GET /users/{username}/starred`: a page of 100 stars of the signed-in
  /// user or of another user, newest first.
  ///
  /// Pages count from 1. While `entityTag` identifies the current version of the page, the value is
  /// ``Conditional/unchanged``.
  package static func stars(
    of login: String? = nil,
    page: Int,
    unlessIs entityTag: String? = nil
  ) -> Self {
    Self(
      method: .get,
      path: login.map { ["users", $0, "starred"] } ?? ["user", "starred"],
      query: [
        ("sort", "created"), ("direction", "desc"), ("per_page", "100"), ("page", "\(page)"),
      ],
      accept: "application/vnd.github.star+json",
      entityTag: entityTag,
      authentication: login == nil ? .required : .optional,
      subject: login ?? "",
      read: { response throws(GitHubError) in
        switch response.head.status {
        case .notModified where entityTag != nil: .unchanged
        case .ok: .value(try StarPage(response.json()))
        default: nil
        }
      }
    )
  }
}

extension StarPage {
  /// Parses a page in the media type that includes the dates of the stars.
  fileprivate init(_ json: JSONElement) throws(GitHubError) {
    guard let items = json.array else { throw .unexpectedResponse }
    stars = items.compactMap(Star.init)
    skippedCount = items.count - stars.count
  }
}

extension Star {
  /// Parses `{"starred_at": …, "repo": {…}}`; older servers send only the repository.
  fileprivate init?(_ json: JSONElement) {
    guard let repository = Repository(rest: json["repo"] ?? json) else { return nil }
    self.init(repository, starredAt: json["starred_at"]?.date ?? .distantPast)
  }
}
