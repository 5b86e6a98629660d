/// The resource that a path names.
enum Route {
  case searchRepositories
  case repository(RepositoryPart, owner: String, name: String)
  case repositoryByID(RepositoryPart, id: Int)
  case star(owner: String, name: String)
  case ownStars
  case stars(login: String)
  case user
  case rateLimit
  case graphQL
  /// A picture from GitHub's avatar host, which the sandbox serves itself.
  case avatar(owner: Int)

  /// The part of a repository that a path names.
  enum RepositoryPart: String {
    case facts = ""
    case readme
    case languages
    case starHistory = "stargazers/history"
  }

  /// Parses a path; nil for one that GitHub does not have, which gets 404.
  ///
  /// Decodes segments one by one and rejects those that then contain a slash or are `.` or `..`, so
  /// no encoding leads to another path. A trailing slash is an empty segment.
  init?(path: String) {
    guard path.hasPrefix("/") else { return nil }
    let raw = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let segments = raw.compactMap { percentDecoded($0) }
    guard segments.count == raw.count, segments.allSatisfy(Self.isPlain) else { return nil }
    self.init(segments: segments)
  }

  private init?(segments: [String]) {
    switch (segments.first, segments.count) {
    case ("search", 2) where segments[1] == "repositories": self = .searchRepositories
    case ("repos", 3...5): self.init(repository: segments)
    case ("repositories", 2...4): self.init(numbered: segments)
    case ("user", 1): self = .user
    case ("user", 2) where segments[1] == "starred": self = .ownStars
    case ("user", 4) where segments[1] == "starred":
      self = .star(owner: segments[2], name: segments[3])
    case ("users", 3) where segments[2] == "starred": self = .stars(login: segments[1])
    case ("rate_limit", 1): self = .rateLimit
    case ("graphql", 1): self = .graphQL
    case ("u", 2):
      guard let id = Int(segments[1]) else { return nil }
      self = .avatar(owner: id)
    default: return nil
    }
  }

  private init?(repository segments: [String]) {
    let text = segments.dropFirst(3).joined(separator: "/")
    guard let part = RepositoryPart(rawValue: text) else { return nil }
    self = .repository(part, owner: segments[1], name: segments[2])
  }

  private init?(numbered segments: [String]) {
    let text = segments.dropFirst(2).joined(separator: "/")
    guard let part = RepositoryPart(rawValue: text), let id = Int(segments[1]) else { return nil }
    self = .repositoryByID(part, id: id)
  }

  private static func isPlain(_ segment: String) -> Bool {
    !segment.isEmpty && segment != "." && segment != ".." && !segment.contains("/")
  }

  /// The rate limit that a request counts against; nil for none.
  var resource: RateLimitResource? {
    switch self {
    case .searchRepositories: .search
    case .graphQL: .graphQL
    case .rateLimit, .avatar: nil
    case .repository, .repositoryByID, .star, .ownStars, .stars, .user: .core
    }
  }

  /// Whether it supports `ETag` and `If-None-Match`.
  var isConditional: Bool {
    switch self {
    case .repository, .repositoryByID, .ownStars, .stars, .user: true
    case .searchRepositories, .star, .rateLimit, .graphQL, .avatar: false
    }
  }
}
