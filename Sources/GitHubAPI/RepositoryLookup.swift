package import GitHubModel
import JSON

/// The result of looking up a repository by its name.
package enum RepositoryLookup: Sendable, Hashable {
  case found(Found)
  case notFound
  /// It may exist, but the token cannot see it; includes GitHub's reason, which is not safe for a
  /// terminal.
  case unreadable(String)

  /// An existing repository.
  package struct Found: Sendable, Hashable {
    /// Its identity, with its current name.
    package var member: StarList.Member
    /// Whether only tokens with the scope `repo` can see it.
    package var isPrivate: Bool
    /// Whether the signed-in user has starred it.
    package var isStarred: Bool
    /// The facts; nil if GitHub omits any that are required.
    package var facts: Repository?
  }

  /// The repository; nil if it was not found or is unreadable.
  package var repository: Found? {
    if case .found(let repository) = self { repository } else { nil }
  }
}

extension GitHubAPIClient {
  /// Looks repositories up by name, in that order, 100 per request.
  ///
  /// The result includes the token's scopes; nil if GitHub does not name them.
  package func lookUp(
    _ names: [RepositoryName]
  ) async throws(GitHubError) -> (found: [RepositoryLookup], scopes: [String]?) {
    var (found, scopes) = ([RepositoryLookup](), [String]?.none)
    for start in stride(from: 0, to: names.count, by: 100) {
      let response = try await send(.repositories(named: Array(names[start...].prefix(100))))
      found += response.value
      scopes = response.scopes
    }
    return (found, scopes)
  }
}

extension Endpoint where Value == [RepositoryLookup] {
  /// Looks up as many as 100 repositories by name, in that order, each with its own result.
  ///
  /// GitHub also finds a renamed repository by its former name.
  package static func repositories(named names: [RepositoryName]) -> Self {
    Self(
      named: "Repositories",
      names,
      selecting: Repository.nodeFields,
      tolerating: \.isAboutOneNode
    ) { data, problems in
      names.indices.map { index in
        if let found = data["r\(index)"].flatMap(RepositoryLookup.Found.init) {
          return .found(found)
        }
        guard let problem = problems.first(where: { $0.path.first == "r\(index)" }) else {
          return .unreadable("GitHub returned no data for it")
        }
        return problem.isAbsence ? .notFound : .unreadable(problem.message)
      }
    }
  }
}

extension Endpoint {
  /// Creates a query with a field for each of up to 100 names, in that order, named `r0`, `r1` and
  /// so on.
  init(
    named query: String,
    _ names: [RepositoryName],
    selecting fields: String,
    subject: String = "",
    tolerating isTolerated: @escaping @Sendable (GraphQLProblem) -> Bool,
    value: @escaping @Sendable (_ data: JSONElement, [GraphQLProblem]) -> Value?
  ) {
    let parameters = names.indices.map { "$o\($0): String!, $n\($0): String!" }
    let aliases = names.indices.map {
      "r\($0): repository(owner: $o\($0), name: $n\($0)) { ...facts }"
    }
    self.init(
      graphQL: """
        query \(query)(\(parameters.joined(separator: ", "))) { \(aliases.joined(separator: " ")) }
        fragment facts on Repository { \(fields) }
        """,
      variables: names.enumerated().flatMap { index, name in
        [("o\(index)", .string(name.owner)), ("n\(index)", .string(name.name))]
      },
      requestKind: .repository,
      subject: subject,
      tolerating: isTolerated,
      value: value
    )
  }
}

extension RepositoryLookup.Found {
  fileprivate init?(_ json: JSONElement) {
    guard let member = StarList.Member(json), let isPrivate = json["private"]?.bool,
      let isStarred = json["viewerHasStarred"]?.bool
    else { return nil }
    self.member = member
    (self.isPrivate, self.isStarred) = (isPrivate, isStarred)
    facts = Repository(node: json)
  }
}
