import Essentials
import Testing

@testable import GitHubModel

/// The filter's decisions without GitHub.
@Suite struct LocalFilterTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func swiftNIO() throws -> Repository {
    var repository = Repository(
      id: 1,
      name: try #require(RepositoryName("apple/swift-nio")),
      owner: Owner(login: "apple"),
      url: ""
    )
    repository.description = "Event-driven ÉLAN"
    repository.topics = ["networking"]
    repository.language = "Swift"
    repository.counts.stars = 8_000
    repository.dates.pushed = Self.now
    repository.flags.isArchived = false
    return repository
  }

  @Test(arguments: [
    "", "nio", "NIO swift", "élan", "networking", "\"event-driven\"", "language:swift",
    "language:\"Swift\" nio", "-language:c", "user:apple", "org:Apple", "topic:networking",
    "stars:>7999", "stars:8000", "stars:100..8000", "stars:<=8000", "stars:5..*", "archived:false",
    "nio NOT java", "followers:>9", "-java", "java OR nio", "(java OR nio) -go", "name:nio",
    "name:(nio java OR nio)", "readme:java", "-readme:java", "list:web nio", "nio -(java swift)",
    "nio -net", "pushed:today",
  ])
  func `accepts matching repositories`(text: String) throws {
    var texts = SearchableTexts()
    #expect(LocalFilter(text, at: Self.now).matches(try swiftNIO(), &texts))
  }

  @Test(arguments: [
    "java", "nio java", "language:c", "-language:swift", "user:google", "topic:java", "stars:>8000",
    "stars:<8000", "stars:*..7999", "forks:>0", "archived:true", "language:c NOT java",
    "-nio", "java OR c", "nio -swift", "name:event", "(nio OR java) -swift", "readme:x java",
    "nio -(java OR swift)", "-(language:swift)", "-networking", "nio pushed:yesterday",
  ])
  func `rejects other repositories`(text: String) throws {
    var texts = SearchableTexts()
    #expect(!LocalFilter(text, at: Self.now).matches(try swiftNIO(), &texts))
  }

  @Test func `cached text does not hide changes of a repository`() throws {
    var (repository, texts) = (try swiftNIO(), SearchableTexts())
    let filter = LocalFilter("renamed", at: Self.now)
    #expect(!filter.matches(repository, &texts))

    repository.description = "Renamed"

    #expect(filter.matches(repository, &texts))
    #expect(!filter.matches(try swiftNIO(), &texts))
  }
}
