import Foundation
import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct DecodingTests {
  private func page(_ items: [String], total: Int? = nil) async throws -> RepositoryPage {
    let transport = StubTransport(
      .init(.get, "/search/repositories?q=x&per_page=100", body: pageJSON(items, total: total))
    )
    let query = try SearchQuery(text: "x")
    var pages = client(transport).search(query, limit: 100).makeAsyncIterator()
    return try #require(try await pages.next()).value
  }

  @Test func `rejects a string above the limit, and reads a long one below it`() async throws {
    func described(_ count: Int) -> String {
      repositoryJSON(more: #","description":"\#(String(repeating: "x", count: count))""#)
    }
    let longest = 4 << 20

    let page = try await page([described(longest)])
    let error = try await failure { () async throws(GitHubError) in
      let transport = StubTransport(.init(.get, "/repos/octo/one", body: described(longest + 1)))
      _ = try await client(transport).send(.repository(.one))
    }

    #expect(page.repositories.first?.description?.count == longest)
    #expect(error.kind == .badResponse)
  }

  @Test func `reads every field`() async throws {
    let json = """
      {"id":44838949,"node_id":"R_x","name":"swift","full_name":"swiftlang/swift","private":false,\
      "owner":{"login":"swiftlang","id":42816656,"avatar_url":"https://avatars.githubusercontent.com/u/1",\
      "html_url":"https://github.com/swiftlang","type":"Organization"},\
      "html_url":"https://github.com/swiftlang/swift","description":"The Swift language","fork":false,\
      "created_at":"2015-10-23T21:15:07Z","updated_at":"2026-11-20T10:00:00Z",\
      "pushed_at":"2026-11-20T11:00:00Z","ssh_url":"git@github.com:swiftlang/swift.git",\
      "clone_url":"https://github.com/swiftlang/swift.git","homepage":"https://swift.org","size":1,\
      "stargazers_count":70123,"watchers_count":70123,"subscribers_count":2400,"language":"Swift",\
      "has_issues":true,"has_projects":false,"has_downloads":true,"has_wiki":false,"has_pages":true,\
      "forks_count":10700,"archived":false,"disabled":false,"open_issues_count":8000,\
      "license":{"key":"apache-2.0","name":"Apache License 2.0","spdx_id":"Apache-2.0","url":null},\
      "is_template":false,"topics":["compiler"],"visibility":"public","default_branch":"main"}
      """

    let repository = try #require(try await page([json]).repositories.first)

    #expect(repository.id == 44_838_949)
    #expect(repository.nodeID == "R_x")
    #expect(repository.name.fullName == "swiftlang/swift")
    #expect(repository.owner.kind == "Organization")
    #expect(repository.owner.avatarURL == "https://avatars.githubusercontent.com/u/1")
    #expect(repository.counts.stars == 70_123)
    #expect(repository.counts.subscribers == 2400)
    #expect(repository.dates.created == Date(timeIntervalSince1970: 1_445_634_907))
    #expect(repository.license?.spdxID == "Apache-2.0")
    #expect(repository.topics == ["compiler"])
    #expect(repository.flags.hasPages == true)
    #expect(repository.flags.hasWiki == false)
    #expect(repository.isStarred == nil)
  }

  @Test(arguments: ["javascript:alert(1)", #"https://a.example/\""#, "https://a.example/ x", "a/b"])
  func `omits unsafe owner addresses`(_ url: String) async throws {
    let json = """
      {"id":1,"full_name":"octo/one","html_url":"https://github.com/octo/one",\
      "owner":{"login":"octo","avatar_url":"\(url)","html_url":"\(url)"}}
      """

    let owner = try #require(try await page([json]).repositories.first).owner

    #expect(owner == Owner(login: "octo"))
  }

  @Test func `requires only what identifies a repository`() async throws {
    let repository = try #require(try await page([repositoryJSON()]).repositories.first)

    #expect(repository.counts == Repository.Counts())
    #expect(repository.dates == Repository.Dates())
    #expect(repository.flags == Repository.Flags())
    #expect(repository.description == nil)
  }

  @Test(arguments: [
    #","stargazers_count":"12""#, #","stargazers_count":-1"#, #","stargazers_count":1.5"#,
    #","stargazers_count":18446744073709551616"#, #","stargazers_count":1e400"#,
    #","stargazers_count":null"#, #","stargazers_count":[1]"#, #","topics":"a""#,
    #","license":"MIT""#,
    #","created_at":"yesterday""#, #","description":7"#, #","archived":"no""#,
  ])
  func `an invalid field is nil, and its row is kept`(_ field: String) async throws {
    let page = try await page([repositoryJSON(more: field)])

    #expect(page.repositories.count == 1)
    #expect(page.skippedCount == 0)
    #expect(page.repositories.first?.counts.stars == nil)
    #expect(page.repositories.first?.description == nil)
  }

  @Test(arguments: [
    "null", "7", "[]", "{}", repositoryJSON("../.."), repositoryJSON("a/b/c"),
    repositoryJSON().replacingOccurrences(of: "https://github.com/octo/one", with: "javascript:x"),
    repositoryJSON().replacingOccurrences(of: #""id":1"#, with: #""id":"1""#),
    repositoryJSON().replacingOccurrences(of: #""login":"octo""#, with: #""login":null"#),
    #"{"id":1,"full_name":"a/b","owner":null,"html_url":"https://github.com/a/b"}"#,
  ])
  func `skips and counts a row that does not identify a repository`(_ item: String)
    async throws
  {
    let page = try await page([repositoryJSON(id: 7), item, repositoryJSON(id: 8)], total: 3)

    #expect(page.repositories.map(\.id) == [7, 8])
    #expect(page.skippedCount == 1)
    #expect(page.totalCount == 3)
  }

  @Test(arguments: [
    #""total_count":"1","#, #""total_count":null,"#, #""total_count":-1,"#, "",
    #""total_count":1e400,"#, #""incomplete_results":"yes","#,
  ])
  func `reads rows without a valid total`(_ count: String) async throws {
    let body = "{\(count)\"items\":[\(repositoryJSON())]}"
    let transport = StubTransport(.init(.get, "/search/repositories?q=x&per_page=9", body: body))
    var pages = client(transport).search(.x, limit: 9).makeAsyncIterator()

    let page = try #require(try await pages.next()).value

    #expect(page.repositories.count == 1)
    #expect(page.totalCount == nil)
    #expect(!page.isIncomplete)
  }

  @Test func `a day that does not exist is not a date`() async throws {
    let item = repositoryJSON(
      more: #","created_at":"2024-02-30T00:00:00Z","pushed_at":"2024-02-29T00:00:00Z""#
    )

    let dates = try await page([item]).repositories.first?.dates

    #expect(dates?.created == nil)
    #expect(dates?.pushed == Date(timeIntervalSince1970: 1_709_164_800))
  }

  @Test(arguments: [#"{"total_count":1}"#, #"{"total_count":1,"items":null}"#, "[]", "null"])
  func `a page without its keys is a bad response`(_ body: String) async throws {
    let transport = StubTransport(.init(.get, "/search/repositories?q=x&per_page=9", body: body))

    let error = try await failure { () async throws(GitHubError) in
      var pages = client(transport).search(.x, limit: 9).makeAsyncIterator()
      return try await pages.next()
    }

    #expect(error.kind == .badResponse)
  }

  @Test func `reads the user and the rate limits`() async throws {
    let transport = StubTransport(
      .init(.get, "/user", body: #"{"login":"octo","id":5,"name":null}"#),
      .init(
        .get,
        "/rate_limit",
        body: """
          {"resources":{"search":{"limit":30,"remaining":18,"reset":1750000000,"used":12},\
          "core":{"limit":5000,"remaining":4999,"reset":1750000000},"odd":{}}}
          """
      )
    )
    let client = client(transport)

    #expect(try await client.send(.currentUser).value == User(login: "octo", id: 5))
    let limits = try await client.send(.rateLimits).value
    #expect(limits.map(\.resource) == ["core", "search"])
    #expect(limits.last?.remaining == 18)
  }
}
