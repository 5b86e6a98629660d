private import Foundation
import JSON

extension Call {
  /// Answers `GET /repos/{owner}/{repo}` and the paths below it; 301 for a former name.
  ///
  /// Reference: https://docs.github.com/rest/repos/repos#get-a-repository
  func repository(_ part: Route.RepositoryPart, _ owner: String, _ name: String) -> SandboxResponse
  {
    if let found = visible(catalog.repository(owner: owner, name: name)) {
      return respond(part, found)
    }
    guard let moved = catalog.repository(formerlyOwner: owner, name: name) else {
      return .notFound(documentation: "/rest/repos/repos#get-a-repository")
    }
    let suffix = part == .facts ? "" : "/\(part.rawValue)"
    return .movedPermanently(to: "\(state.baseURL)/repositories/\(moved.id)\(suffix)")
  }

  /// Answers `GET /repositories/{id}`, the target of renamed repositories' redirects.
  func repository(_ part: Route.RepositoryPart, id: Int) -> SandboxResponse {
    guard let found = visible(catalog.repository(id: id)) else {
      return .notFound(documentation: "/rest/repos/repos#get-a-repository")
    }
    return respond(part, found)
  }

  /// The repository, unless the token may not see it.
  private func visible(_ repository: SandboxRepository?) -> SandboxRepository? {
    guard let repository, repository.flags.contains(.private) else { return repository }
    return token?.canSeePrivateRepositories == true ? repository : nil
  }

  private func respond(_ part: Route.RepositoryPart, _ found: SandboxRepository) -> SandboxResponse
  {
    if service.requiresSignOn(found) { return .needsSignOn(found.owner.login) }
    if found.flags.contains(.gone) { return .notFound(documentation: "/rest/repos/repos") }
    if found.flags.contains(.blocked) {
      let notice = "https://github.com/github/dmca"
      return .blocked(reason: "dmca", at: found.pushed.iso8601, url: notice)
    }
    return switch part {
    case .facts: .json(json(found).full)
    case .readme: readme(of: found)
    case .languages: languages(of: found)
    case .starHistory: starHistory(of: found)
    }
  }

  /// Answers `GET /repos/{owner}/{repo}/languages`: bytes by language, the main one first.
  private func languages(of repository: SandboxRepository) -> SandboxResponse {
    guard let language = repository.language else { return .json([:]) }
    let bytes = max(1, repository.size) * 700
    var shares: [(String, JSONValue)] = [(language, .number(bytes))]
    for (index, other) in ["Shell", "Python", "Makefile"].enumerated() where other != language {
      shares.append((other, .number(bytes / (9 + index * 31) + repository.id % 89)))
    }
    return .json(.object(shares))
  }
}

extension Call {
  /// Answers `GET /repos/{owner}/{repo}/readme`: base64 in JSON, or on request the file itself or
  /// its HTML.
  ///
  /// A repository without a description has no README either, so that tests can get a 404.
  /// Reference: https://docs.github.com/rest/repos/contents#get-a-repository-readme
  func readme(of repository: SandboxRepository) -> SandboxResponse {
    guard let (path, text) = repository.readmeFile else {
      return .notFound(documentation: "/rest/repos/contents#get-a-repository-readme")
    }
    if accepts("raw") { return plain(text, type: "application/vnd.github.raw; charset=utf-8") }
    if accepts("html") {
      return plain("<div><pre>\(text)</pre></div>", type: "text/html; charset=utf-8")
    }
    return .json(contentFile(path, text, of: repository))
  }

  private func plain(_ text: String, type: String) -> SandboxResponse {
    SandboxResponse(status: 200, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  /// A file of more than 1 MiB has no content here.
  private func contentFile(
    _ path: String,
    _ text: String,
    of repository: SandboxRepository
  ) -> JSONValue {
    let (sha, size) = (madeUpSha(of: text), text.utf8.count)
    let content = size > 1 << 20 ? "" : wrapped(base64(Array(text.utf8)))
    let api = "\(state.baseURL)/repos/\(repository.fullName)"
    let contents = "\(api)/contents/\(path)?ref=main"
    let web = "https://github.com/\(repository.fullName)/blob/main/\(path)"
    let git = "\(api)/git/blobs/\(sha)"
    return [
      "name": .string(path.split(separator: "/").last.map(String.init)), "path": .string(path),
      "sha": .string(sha), "size": .number(size), "url": .string(contents),
      "html_url": .string(web),
      "git_url": .string(git),
      "download_url": "https://raw.githubusercontent.com/\(repository.fullName)/main/\(path)",
      "type": "file", "content": .string(content),
      "encoding": .string(content.isEmpty ? "none" : "base64"),
      "_links": ["self": .string(contents), "git": .string(git), "html": .string(web)],
    ]
  }

  /// GitHub breaks base64 every 60 characters.
  private func wrapped(_ text: String) -> String {
    var lines = ""
    var rest = text[...]
    while !rest.isEmpty {
      lines += rest.prefix(60) + "\n"
      rest = rest.dropFirst(60)
    }
    return lines
  }
}

extension Call {
  /// Answers `GET /u/{id}` of https://avatars.githubusercontent.com with the same picture for all
  /// owners.
  func avatar(ofOwner id: Int) -> SandboxResponse {
    guard catalog.owner(id: id) != nil else { return .notFound() }
    return SandboxResponse(
      status: 200,
      headers: ["Content-Type": "image/png", "Cache-Control": "max-age=300"],
      body: Array(Data(base64Encoded: Self.picture) ?? Data())
    )
  }

  /// A PNG of five by five pixels in two colors, in base64.
  private static let picture = """
    iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFAQMAAAC3obSmAAAABlBMVEXw8PBuVJ\
    QVW88LAAAAEklEQVR42mMoYLjBUMCgwHADAA1KArHJ5kSmAAAAAElFTkSuQmCC
    """
}
