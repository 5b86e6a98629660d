import Foundation
import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct OwnStarsTests {
  private static let firstPage =
    "/user/starred?sort=created&direction=desc&per_page=100&page=1"

  @Test func `own stars come with the time of each`() async throws {
    let body = """
      [{"starred_at":"2024-05-06T07:08:09Z","repo":\(repositoryJSON(id: 7, "octo/seven"))}]
      """
    let transport = StubTransport(
      .init(.get, Self.firstPage, fields: [.eTag: #"W/"a""#], body: body)
    )

    let answer = try await client(transport).send(.ownStars(page: 1))

    let page = try #require(answer.value.page)
    #expect(page.stars.map(\.repository.name.fullName) == ["octo/seven"])
    #expect(page.stars.first?.starredAt == Date(timeIntervalSince1970: 1_714_979_289))
    #expect(answer.entityTag == #"W/"a""#)
    #expect(
      transport.requests.first?.headerFields[.accept] == "application/vnd.github.star+json"
    )
  }

  @Test func `nothing changed when GitHub says so to the tag it gave`() async throws {
    let transport = StubTransport(.init(.get, Self.firstPage, status: 304))

    let answer = try await client(transport).send(.ownStars(page: 1, unlessIs: #"W/"a""#))

    #expect(answer.value.page == nil)
    #expect(transport.requests.first?.headerFields[.ifNoneMatch] == #"W/"a""#)
  }

  @Test func `a 304 that nobody asked for is no answer`() async throws {
    let transport = StubTransport(.init(.get, Self.firstPage, status: 304))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.ownStars(page: 1))
    }

    #expect(error.code == .badResponse)
  }

  @Test func `an unusable star is passed over and counted, a bare repository taken`() async throws {
    let body = #"[{"starred_at":"2024-05-06T07:08:09Z","repo":{}},\#(repositoryJSON())]"#
    let transport = StubTransport(.init(.get, Self.firstPage, body: body))

    let page = try #require(
      try await client(transport).send(.ownStars(page: 1)).value.page
    )

    #expect(page.stars.map(\.repository.id) == [1])
    #expect(page.stars.first?.starredAt == nil)
    #expect(page.skippedCount == 1)
  }
}

extension Conditional {
  /// Nil where nothing changed.
  fileprivate var page: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
