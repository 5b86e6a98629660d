import Foundation
import GitHubModel
import GitHubSandbox
import Markdown
import RepositoryStore

/// The quality of star searches: nDCG@10 over the judged queries, and the reciprocal rank of
/// questions.
package struct SearchQuality {
  /// The score of the ranking; a change must not lower it.
  package static let recorded = 0.961

  /// The minimum score of any kind of query.
  package static let minScore = 0.85

  /// The minimum mean reciprocal rank and score of questions, including the reserved ones.
  package static let minReciprocalRank = 0.80
  package static let minQuestionScore = 0.78

  private let store: LibraryStore
  private let account: AccountID

  /// Creates a library at the path with all sandbox repositories as stars, including their READMEs,
  /// and the other repositories, which replace those with the same name.
  package init(path: String, with others: String = "") throws {
    let time = Clock()
    store = try LibraryStore(path: path, now: { time.date })
    guard let token = AccessToken("judge") else { throw CocoaError(.coderInvalidValue) }
    account = try store.identify(token, asUser: 1)
    var readmes: [Repository.ID: String] = [:]
    var notes = JudgedQuery.notes
    let described = others.split(separator: "\n").enumerated().compactMap(Repository.init)
    let numbers = Dictionary(described.map { ($0.name, $0.id) }) { first, _ in first }
    for repository in described {
      time.advance()
      try store.record(isStarred: true, repository.name, repository, of: account)
    }
    for sandboxed in SandboxConfiguration().allRepositories {
      guard let repository = Repository(sandboxed) else { continue }
      if let number = numbers[repository.name] {
        readmes[number] = sandboxed.readmeFile?.text
        continue
      }
      time.advance()
      try store.record(isStarred: true, repository.name, repository, of: account)
      readmes[repository.id] = sandboxed.readmeFile?.text
      if let text = notes.removeValue(forKey: sandboxed.fullName),
        let note = Note(text, at: time.date)
      {
        _ = try store.write(note, about: repository)
      }
    }
    precondition(
      notes.isEmpty || !numbers.isEmpty,
      "notes about unknown repositories: \(notes.keys.sorted())"
    )
    let answers = try store.dueReadmes(of: account).map { due in
      let text = readmes[due.id].map { MarkdownDocument.plainText(of: $0) }
      return (due: due, answer: text.map { FetchedReadme.usual($0, version: "1") } ?? .missing)
    }
    try store.record(answers)
  }

  /// The full names of the ten best results for a query.
  package func results(of query: JudgedQuery) throws -> [String] {
    try store.starMatches(StarQuery(query.text), of: account, limit: 10).stars
      .map(\.name.fullName)
  }

  /// The normalized discounted cumulative gain of the ten best results: 1 if the expected ones come
  /// first, in their order.
  ///
  /// The first expected repository is worth 7, the second 3, and the others 1 (Järvelin and
  /// Kekäläinen, "Cumulated gain-based evaluation of IR techniques", with the gains 2^grade - 1).
  package func score(of query: JudgedQuery) throws -> Double {
    let gains = query.expected.indices.map { $0 == 0 ? 7.0 : $0 == 1 ? 3.0 : 1.0 }
    let values = Dictionary(uniqueKeysWithValues: zip(query.expected, gains))
    let found = try results(of: query).map { values[$0] ?? 0.0 }
    return Self.discounted(found) / Self.discounted(gains)
  }

  package func meanScore(of queries: [JudgedQuery]) throws -> Double {
    try queries.map(score).reduce(0, +) / Double(queries.count)
  }

  /// The mean reciprocal of the rank of the first expected result; 0 if it is not among the ten
  /// best.
  package func meanReciprocalRank(of queries: [JudgedQuery]) throws -> Double {
    let ranks = try queries.map { query in
      try results(of: query).firstIndex(where: query.expected.contains).map { 1 / Double($0 + 1) }
    }
    return ranks.reduce(0) { $0 + ($1 ?? 0) } / Double(queries.count)
  }

  private static func discounted(_ gains: [Double]) -> Double {
    gains.prefix(10).enumerated().reduce(0) { $0 + $1.element / log2(Double($1.offset) + 2) }
  }
}

/// A clock that advances by a minute with each star.
private final class Clock: @unchecked Sendable {
  // @unchecked Sendable because only the thread that creates the library uses it.
  private(set) var date = Date(timeIntervalSince1970: 1_700_000_000)

  func advance() { date += 60 }
}

extension Repository {
  /// Creates a repository with the facts that a search uses.
  fileprivate init?(_ sandboxed: SandboxRepository) {
    guard let name = RepositoryName(sandboxed.fullName) else { return nil }
    self.init(
      id: Int64(sandboxed.id),
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(name)"
    )
    description = sandboxed.description
    topics = sandboxed.topics
    language = sandboxed.language
    counts.stars = sandboxed.stars
  }
}

extension Repository {
  /// Creates a repository from its number and a line such as `owner/name|language|topics|description`.
  fileprivate init?(_ number: Int, _ line: Substring) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let name = RepositoryName(parts[0]) else { return nil }
    self.init(
      id: 1_000_000_000 + Int64(number),
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(name)"
    )
    (language, description) = (parts[1], parts[3])
    topics = parts[2].split(separator: ",").map(String.init)
  }
}
