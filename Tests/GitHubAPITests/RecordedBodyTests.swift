import Foundation
import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

/// GitHub's own examples of responses, in `bodies.tsv`, one per line: path and body.
///
/// Source: GitHub's OpenAPI description (github/rest-api-description, MIT), version 1.1.4.
@Suite struct RecordedBodyTests {
  private let bodies: [String: String]

  init() throws {
    let lines = try Project.text(of: "Tests/GitHubAPITests/bodies.tsv").split(separator: "\n")
    bodies = Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: "\t", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      }
    )
  }

  /// The value that the endpoint reads from the recorded body.
  private func value<Value>(
    of endpoint: Endpoint<Value>,
    from path: String,
    query: String = ""
  ) async throws -> Value {
    let body = try #require(bodies[path])
    return try await client(StubTransport(.init(.get, path + query, body: body)))
      .send(endpoint).value
  }

  @Test func `reads a search`() async throws {
    let body = try #require(bodies["/search/repositories"])
    let transport = StubTransport(.init(.get, "/search/repositories?q=x&per_page=9", body: body))
    var pages = client(transport).search(.x, limit: 9).makeAsyncIterator()

    let page = try #require(try await pages.next()).value

    #expect(page.totalCount == 40 && !page.isIncomplete && page.skippedCount == 0)
    let tetris = try #require(page.repositories.first)
    #expect(tetris.name.fullName == "dtrupenn/Tetris" && tetris.language == "Assembly")
    #expect(tetris.license?.key == "mit" && tetris.flags.isArchived == true)
  }

  @Test func `reads a repository, its languages and its README`() async throws {
    let hello = try name("octocat/Hello-World")
    let path = "/repos/octocat/Hello-World"

    let repository = try await value(of: .repository(hello), from: path)
    let languages = try await value(of: .languages(hello), from: "\(path)/languages")
    let readme = try await value(
      of: .readmeFile(name("octokit/octokit.rb"), unlessIs: nil),
      from: "/repos/octokit/octokit.rb/readme"
    )

    #expect(repository.counts.stars == 80 && repository.counts.subscribers == 42)
    #expect(repository.dates.pushed == Date(timeIntervalSince1970: 1_296_068_803))
    #expect(repository.topics == ["octocat", "atom", "electron", "api"])
    #expect(languages.map(\.language) == ["C", "Python"])
    guard case .value(let file) = readme else { throw CancellationError() }
    #expect(file?.path == "README.md" && file?.text == "# Octokit\n")
  }

  @Test func `reads the user, stars and rate limits`() async throws {
    let user = try await value(of: .currentUser, from: "/user")
    let stars = try await value(
      of: .stars(page: 1),
      from: "/user/starred",
      query: "?sort=created&direction=desc&per_page=100&page=1"
    )
    let limits = try await value(of: .rateLimits, from: "/rate_limit")

    #expect(user.login == "octocat" && user.id == 1 && user.name == "monalisa octocat")
    guard case .value(let page) = stars else { throw CancellationError() }
    #expect(page.stars.map(\.repository.name.fullName) == ["octocat/Hello-World"])
    #expect(page.stars.first?.starredAt == Date(timeIntervalSince1970: 1_295_204_803))
    #expect(limits.first { $0.resource == "search" }?.remaining == 18)
  }
}
