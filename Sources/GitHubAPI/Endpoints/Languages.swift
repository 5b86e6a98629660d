package import GitHubModel

extension Endpoint where Value == [LanguageShare] {
  /// `GET /repos/{owner}/{repo}/languages`: what it is written in, the most of it first.
  package static func languages(_ name: RepositoryName) -> Self {
    Self(
      get: ["repos", name.owner, name.name, "languages"],
      staleness: .confirmed,
      authentication: .optional,
      attempted: "ask for the languages of \(name)",
      value: { (wire: LanguagesResponse) in shares(wire.bytes) }
    )
  }

  /// In an order of its own where two have as much: a dictionary has none.
  private static func shares(_ bytes: [String: Int64]) -> [LanguageShare] {
    bytes.filter { $0.value > 0 }.map { LanguageShare(language: $0.key, bytes: $0.value) }
      .sorted { ($1.bytes, $0.language) < ($0.bytes, $1.language) }
  }
}
