import Foundation
import GitHubModel
import HTTPTypes
import System
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct ResponseCacheTests {
  private let name = RepositoryName("octo/one")
  private let storage = MemoryStorage()

  @Test func `uses a fresh response without a request`() async throws {
    let transport = StubTransport(.init(.get, "/repos/octo/one", body: repositoryJSON()))
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))
    let name = try #require(name)

    let first = try await client.send(.repository(name)).value
    storage.age(by: 59)
    let second = try await client.send(.repository(name)).value

    #expect(first == second)
    #expect(transport.requests.count == 1)
  }

  @Test func `revalidates an older response, which is fresh again after a 304`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", fields: [.eTag: "\"a\""], body: repositoryJSON()),
      .init(.get, "/repos/octo/one", status: 304)
    )
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    storage.age(by: 61)
    let second = try await client.send(.repository(name)).value
    let third = try await client.send(.repository(name)).value

    #expect(second.name == name && third.name == name)
    #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"a\""])
  }

  @Test func `replaces an older response with a new one`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", fields: [.eTag: "\"a\""], body: repositoryJSON()),
      .init(.get, "/repos/octo/one", body: repositoryJSON(more: #","stargazers_count":9"#))
    )
    let client = client(transport).caching(ResponseCache(storage, maxAge: 0))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    #expect(try await client.send(.repository(name)).value.counts.stars == 9)
  }

  @Test func `does not revalidate searches`() async throws {
    let target = "/search/repositories?q=swift&per_page=30"
    let page = StubTransport.Exchange(
      .get,
      target,
      fields: [.eTag: "\"a\""],
      body: pageJSON([repositoryJSON()])
    )
    let transport = StubTransport(page, page)
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))
    let query = try SearchQuery(text: "swift")

    for _ in 1...2 {
      for try await _ in client.search(query, limit: 30) {}
      storage.age(by: 61)
    }

    #expect(transport.requests.allSatisfy { $0.headerFields[.ifNoneMatch] == nil })
    #expect(transport.unused.isEmpty)
  }

  @Test func `finds the pages after a cached page`() async throws {
    let next = "</search/repositories?q=swift&per_page=100&page=2>; rel=\"next\""
    let transport = StubTransport(
      .init(
        .get,
        "/search/repositories?q=swift&per_page=100",
        fields: [.link: next],
        body: pageJSON([repositoryJSON(id: 1)], total: 2)
      ),
      .init(
        .get,
        "/search/repositories?q=swift&per_page=100&page=2",
        body: pageJSON([repositoryJSON(id: 2, "octo/two")], total: 2)
      )
    )
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))
    let query = try SearchQuery(text: "swift")

    for _ in 1...2 {
      var ids: [Repository.ID] = []
      for try await page in client.search(query, limit: 200) {
        ids += page.value.repositories.map(\.id)
      }
      #expect(ids == [1, 2])
    }
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [
    (pageJSON([repositoryJSON()], incomplete: true), HTTPFields()),
    (pageJSON([repositoryJSON(), "null"]), HTTPFields()),
    (
      pageJSON([repositoryJSON()]),
      HTTPFields(singleSignOn: "partial-results; organizations=1")
    ),
  ])
  func `does not store a search that GitHub answers in part`(
    _ body: String,
    _ fields: HTTPFields
  ) async throws {
    let target = "/search/repositories?q=x&per_page=30"
    let part = StubTransport.Exchange(.get, target, fields: fields, body: body)
    let whole = StubTransport.Exchange(
      .get,
      target,
      body: pageJSON([repositoryJSON(), repositoryJSON(id: 2)])
    )
    let transport = StubTransport(part, whole)
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))

    for count in [1, 2, 2] {
      var page = client.search(.x, limit: 30)
      #expect(try await page.next()?.value.repositories.count == count)
    }
    #expect(transport.requests.count == 2)
  }

  @Test func `a response from the future is not fresh`() async throws {
    let exchange = StubTransport.Exchange(.get, "/repos/octo/one", body: repositoryJSON())
    let transport = StubTransport(exchange, exchange)
    let client = client(transport).caching(ResponseCache(storage, maxAge: 60))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    storage.age(by: -3600)
    _ = try await client.send(.repository(name))

    #expect(transport.requests.count == 2)
  }

  @Test func `neither shares responses between accounts nor stores errors`()
    async throws
  {
    let refused = StubTransport.Exchange(.get, "/repos/octo/one", status: 500, body: "{}")
    let good = StubTransport.Exchange(.get, "/repos/octo/one", body: repositoryJSON())
    let transport = StubTransport(refused, good, good)
    let cache = ResponseCache(storage, maxAge: 60)
    let name = try #require(name)

    _ = try? await client(transport).caching(cache).send(.repository(name))
    _ = try await client(transport).caching(cache).send(.repository(name))
    _ = try await client(transport, token: nil).caching(cache).send(.repository(name))

    #expect(transport.requests.count == 3)
    #expect(storage.keys.allSatisfy { !$0.contains("test_token") })
  }

  @Test func `identifies accounts by 64 bits under a key unique to the machine`() {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/p")
    let (one, two) = (AccessToken("one"), AccessToken("two"))
    let cache = ResponseCache(storage, maxAge: 60)
    let (limiter, elsewhere) = (RateLimiter(), RateLimiter())

    let key = cache.key(for: head, account: limiter.account(one))

    #expect(cache.key(for: head, account: limiter.account(one)) == key)
    #expect(cache.key(for: head, account: limiter.account(two)) != key)
    #expect(cache.key(for: head, account: elsewhere.account(one)) != key)
    #expect(key.prefix { $0 != " " }.count == 16)
  }
}

/// Stores responses in memory, dated by the tests' clock.
final class MemoryStorage: ResponseStorage {
  private let entries = Guarded<[String: StoredResponse]>([:])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date = { localDate }) { self.now = now }

  var keys: [String] { entries.withLock { Array($0.keys) } }

  func age(by seconds: TimeInterval) {
    entries.withLock { entries in
      for key in entries.keys { entries[key]?.storedAt? -= seconds }
    }
  }

  func response(for key: String) async -> StoredResponse? { entries.withLock { $0[key] } }

  func keys(endingWith end: String, since date: Date) async -> [String] {
    entries.withLock { entries in
      entries.filter { $0.key.hasSuffix(end) && ($0.value.storedAt ?? .distantPast) >= date }.map(
        \.key
      )
    }
  }

  func store(_ response: StoredResponse, for key: String) async {
    var response = response
    response.storedAt = now()
    entries.withLock { [response] in $0[key] = response }
  }
}

extension HTTPFields {
  fileprivate init(singleSignOn: String) {
    self = [.singleSignOn: singleSignOn]
  }
}
