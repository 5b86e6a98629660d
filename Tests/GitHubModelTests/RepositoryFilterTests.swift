import Essentials
import Testing

@testable import GitHubModel

@Suite struct RepositoryFilterTests {
  /// A repository with all facts.
  private func vapor() throws -> Repository {
    var repository = try bare()
    repository.language = "Swift"
    repository.topics = ["http", "server-side"]
    repository.license = License(key: "mit")
    repository.visibility = "public"
    repository.counts.stars = 24_000
    repository.counts.forks = 1_400
    repository.counts.size = 30_000
    repository.dates.created = Date(timeIntervalSince1970: 1_452_470_400)
    repository.dates.pushed = Date(timeIntervalSince1970: 1_700_000_000.5)
    repository.flags.isArchived = false
    repository.flags.isTemplate = false
    repository.flags.isFork = false
    return repository
  }

  private func bare() throws -> Repository {
    let name = try #require(RepositoryName("vapor/vapor"))
    return Repository(id: 1, name: name, owner: Owner(login: "vapor"), url: "https://github.com")
  }

  /// Parses `-name:value` and the like; values have no spaces here.
  private func qualifiers(_ text: String) -> [Qualifier] {
    QueryWords(text).terms.compactMap { term in
      guard case .qualifier(let name, let value, let isNegated) = term else { return nil }
      return Qualifier.Name(rawValue: name).flatMap { Qualifier($0, value, isNegated: isNegated) }
    }
  }

  @Test(arguments: [
    "", "language:swift", "language:golang language:SWIFT", "topic:http topic:server-side",
    "topics:2", "license:MIT", "user:Vapor", "user:apple repo:vapor/vapor", "stars:>100 forks:1400",
    "size:10000..*", "created:2016-01-11", "pushed:>=2023-11-14 pushed:<2023-11-15",
    "archived:false template:false", "fork:true", "fork:false", "is:public", "is:private is:public",
    "-language:go -topic:ios -license:gpl-3.0 -user:apple -repo:vapor/fluent -stars:<10 -is:private",
  ])
  func `accepts repositories that GitHub would find`(_ text: String) throws {
    #expect(RepositoryFilter(qualifiers(text)).accepts(try vapor()))
  }

  @Test(arguments: [
    "language:go", "topic:http topic:ios", "topics:>2", "license:apache-2.0", "user:apple",
    "repo:vapor/fluent", "stars:>100000", "created:<2016-01-11", "pushed:<2023-01-01",
    "archived:true", "template:true", "fork:only", "is:private", "-language:swift", "-topic:http",
    "-license:mit", "-user:vapor", "-stars:>100", "-is:public", "language:swift -archived:false",
  ])
  func `rejects repositories that GitHub would not find`(_ text: String) throws {
    #expect(!RepositoryFilter(qualifiers(text)).accepts(try vapor()))
  }

  @Test(arguments: [
    "topic:x", "stars:>=0", "forks:>=0", "size:>=0", "topics:0", "created:>1990-01-01",
    "pushed:>1990-01-01", "archived:true", "template:true", "fork:only", "is:public",
  ])
  func `an unknown fact matches neither a qualifier nor its negation`(_ text: String) throws {
    #expect(!RepositoryFilter(qualifiers(text)).accepts(try bare()))
    #expect(!RepositoryFilter(qualifiers("-\(text)")).accepts(try bare()))
  }

  @Test(arguments: ["language:swift", "license:mit"])
  func `filters treat a missing language or license as known`(_ text: String) throws {
    #expect(!RepositoryFilter(qualifiers(text)).accepts(try bare()))
    #expect(RepositoryFilter(qualifiers("-\(text)")).accepts(try bare()))
  }

  @Test func `names qualifiers that only GitHub can answer`() {
    let asked = qualifiers(
      "language:swift followers:>1 -good-first-issues:>2 help-wanted-issues:1 mirror:true in:name "
        + "is:private is:sponsorable"
    )

    #expect(
      RepositoryFilter.unsupported(asked).map(\.text) == [
        "followers:>1", "-good-first-issues:>2", "help-wanted-issues:1", "mirror:true", "in:name",
        "is:sponsorable",
      ]
    )
  }
}
