import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes
import JSON

extension Endpoint where Value == String? {
  /// The default maximum size of a README in bytes, about 8,000 lines.
  package static var maxReadmeBytes: Int { 524_288 }

  /// `GET /repos/{owner}/{repo}/readme` as Markdown; nil if there is none.
  ///
  /// A README of more than `longest` bytes is truncated.
  package static func readme(
    _ name: RepositoryName,
    longest: Int = maxReadmeBytes
  ) -> Endpoint<String?> {
    readme(
      name,
      accept: "application/vnd.github.raw+json",
      cachePolicy: .revalidate
    ) { response in
      switch response.head.status {
      case .ok: .some(String(decoding: response.body.prefix(longest), as: UTF8.self))
      case .notFound: .some(nil)
      default: nil
      }
    }
  }
}

/// A README's source and location.
package struct ReadmeFile: Sendable, Hashable {
  /// The path in the repository, such as `docs/README.rst`.
  package let path: String
  /// Git's hash of its content.
  package let version: String
  /// The text, usually Markdown; nil if this kind of response cannot contain it.
  package let text: String?

  /// The places where GraphQL looks for a README, in GitHub's order, with each one's alias in the
  /// response.
  static let usualPlaces: [(alias: String, path: String)] = [
    ("readme0", ".github/README.md"), ("readme1", "README.md"), ("readme2", "readme.md"),
    ("readme3", "Readme.md"), ("readme4", "README.rst"), ("readme5", "README"),
    ("readme6", "README.txt"), ("readme7", "README.adoc"), ("readme8", "docs/README.md"),
    ("readme9", "docs/README.rst"),
  ]

  /// The fields of a query for these facts of the files in all usual places.
  static func fields(_ selection: String) -> String {
    usualPlaces.map { "\($0.alias): object(expression: \"HEAD:\($0.path)\") { \(selection) }" }
      .joined(separator: "\n")
  }
}

extension Endpoint where Value == ReadmeFile? {
  /// `GET /repos/{owner}/{repo}/readme` as a file; nil if there is none.
  ///
  /// The text is nil if it is larger than 1 MiB. The content is in base64, half as large again as
  /// in ``Endpoint/readme(_:longest:)``, whose response lacks the path.
  static func readmeFile(_ name: RepositoryName, longest: Int) -> Self {
    readme(
      name,
      accept: "application/vnd.github+json",
      cachePolicy: .revalidate
    ) { (response) throws(GitHubError) -> ReadmeFile?? in
      switch response.head.status {
      case .ok: .some(try ReadmeFile(response.json(), longest: longest))
      case .notFound: .some(nil)
      default: nil
      }
    }
  }
}

extension GitHubAPIClient {
  /// The README to show, with the path that its links are relative to; nil if there is none.
  ///
  /// A README of more than `longest` bytes is truncated, and one of more than 1 MiB takes two
  /// requests.
  package func readme(
    of name: RepositoryName,
    longest: Int = Endpoint<String?>.maxReadmeBytes
  ) async throws(GitHubError) -> ReadmeSource? {
    guard let file = try await send(.readmeFile(name, longest: longest)).value else { return nil }
    if let text = file.text { return ReadmeSource(text, at: file.path) }
    let text = try await send(.readme(name, longest: longest)).value
    return text.map { ReadmeSource($0, at: file.path) }
  }
}

extension Endpoint where Value == Conditional<ReadmeFile?> {
  /// `GET /repos/{owner}/{repo}/readme` as a file, unless the caller has that version; nil if there is none.
  ///
  /// It finds a README under any name and in any place that GitHub supports. The text is nil if it
  /// is larger than 1 MiB: ``Endpoint/readme(_:longest:)`` reads it. No response is cached.
  package static func readmeFile(_ name: RepositoryName, unlessIs entityTag: String?) -> Self {
    var endpoint = readme(
      name,
      accept: "application/vnd.github+json",
      cachePolicy: .never
    ) { (response) throws(GitHubError) -> Conditional<ReadmeFile?>? in
      switch response.head.status {
      case .notModified where entityTag != nil: .unchanged
      case .ok: .value(try ReadmeFile(response.json()))
      case .notFound: .value(nil)
      default: nil
      }
    }
    endpoint.entityTag = entityTag
    return endpoint
  }
}

extension Endpoint {
  /// The request for a repository's README.
  fileprivate static func readme(
    _ name: RepositoryName,
    accept: String,
    cachePolicy: CachePolicy,
    read: @escaping @Sendable (TransportResponse) throws(GitHubError) -> Value?
  ) -> Self {
    Self(
      method: .get,
      path: ["repos", name.owner, name.name, "readme"],
      accept: accept,
      cachePolicy: cachePolicy,
      authentication: .optional,
      requestKind: .repository,
      subject: "\(name) (README)",
      read: { response throws(GitHubError) in
        // A captive portal answers 200 with its own page.
        if response.head.status == .ok,
          response.head.headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true
        {
          throw GitHubError(.badResponse(), message: "a web page in place of the README")
        }
        return try read(response)
      }
    )
  }
}

extension ReadmeFile {
  /// Parses a file in a response, whose content is in base64 with line breaks.
  fileprivate init(
    _ json: JSONElement,
    longest: Int = Endpoint<String?>.maxReadmeBytes
  ) throws(GitHubError) {
    guard let path = json["path"]?.string, let version = json["sha"]?.string else {
      throw .unexpectedResponse
    }
    (self.path, self.version) = (path, version)
    // Larger files have the encoding "none" and no content.
    let content = json["encoding"]?.string == "base64" ? json["content"]?.string : nil
    text = content.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map {
      String(decoding: $0.prefix(longest), as: UTF8.self)
    }
  }
}

// MARK: - Many at once

/// The README found by GraphQL in the usual places.
package enum ReadmeLookup: Sendable, Hashable {
  case found(ReadmeFile)
  /// There is none; ``Endpoint/readmeFile(_:unlessIs:)`` finds one elsewhere.
  case absent
  /// Only ``Endpoint/readmeFile(_:unlessIs:)`` can read it: it is a symlink, too large, or not
  /// text.
  case needsREST
}

extension Endpoint where Value == [NodeResult<ReadmeLookup>?] {
  /// The READMEs of up to 100 repositories, by node ID.
  package static func readmes(nodeIDs: [String]) -> Self {
    .repositories(
      "Readmes",
      nodeIDs: nodeIDs,
      selecting: ReadmeFile.fields("... on Blob { oid text isTruncated isBinary }"),
      subject: "(READMEs)",
      value: ReadmeLookup.init
    )
  }
}

extension ReadmeFile {
  /// The first of the files in the usual places; missing ones are null.
  static func first(in repository: JSONElement) -> (path: String, json: JSONElement)? {
    for place in usualPlaces {
      if let json = repository[place.alias], !json.isNull { return (place.path, json) }
    }
    return nil
  }
}

extension ReadmeLookup {
  /// Parses a repository with the files in the usual places.
  fileprivate init?(_ repository: JSONElement) {
    guard repository.isObject else { return nil }
    guard let (path, file) = ReadmeFile.first(in: repository) else {
      self = .absent
      return
    }
    // A directory has no fields.
    guard let version = file["oid"]?.string, let text = file["text"]?.string,
      file["isTruncated"]?.bool != true, file["isBinary"]?.bool != true, !Self.isLink(text)
    else {
      self = .needsREST
      return
    }
    self = .found(ReadmeFile(path: path, version: version, text: text))
  }

  /// Whether a text is a symlink, which Git stores as a file that contains only a path, such as
  /// `docs/index.md`.
  private static func isLink(_ text: String) -> Bool {
    text.utf8.count < 256 && text.contains { "./".contains($0) }
      && !text.contains(where: \.isWhitespace)
  }
}
