import Foundation
import GitHubModel
import HTTPTypes
import Locking
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct AnswerCacheTests {
  private let name = RepositoryName("octo/one")
  private let keeper = MemoryKeeper()

  @Test func `a young answer is taken without a request`() async throws {
    let transport = StubTransport(.init(.get, "/repos/octo/one", body: repositoryJSON()))
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))
    let name = try #require(name)

    let first = try await client.send(.repository(name)).value
    keeper.age(by: 59)
    let second = try await client.send(.repository(name)).value

    #expect(first == second)
    #expect(transport.requests.count == 1)
  }

  @Test func `an older answer holds when GitHub says so, and is young again then`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", fields: [.eTag: "\"a\""], body: repositoryJSON()),
      .init(.get, "/repos/octo/one", status: 304)
    )
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    keeper.age(by: 61)
    let second = try await client.send(.repository(name)).value
    let third = try await client.send(.repository(name)).value

    #expect(second.name == name && third.name == name)
    #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"a\""])
  }

  @Test func `an older answer gives way to a new one`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", fields: [.eTag: "\"a\""], body: repositoryJSON()),
      .init(.get, "/repos/octo/one", body: repositoryJSON(more: #","stargazers_count":9"#))
    )
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 0))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    #expect(try await client.send(.repository(name)).value.counts.stars == 9)
  }

  @Test func `search is never asked whether something holds`() async throws {
    let target = "/search/repositories?q=swift&per_page=30"
    let page = StubTransport.Exchange(
      .get,
      target,
      fields: [.eTag: "\"a\""],
      body: pageJSON([repositoryJSON()])
    )
    let transport = StubTransport(page, page)
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))
    let query = try SearchQuery(text: "swift")

    for _ in 1...2 {
      for try await _ in client.search(query, limit: 30) {}
      keeper.age(by: 61)
    }

    #expect(transport.requests.allSatisfy { $0.headerFields[.ifNoneMatch] == nil })
    #expect(transport.unused.isEmpty)
  }

  @Test func `the pages behind a kept page are found again`() async throws {
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
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))
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

  @Test func `an answer from the future is not taken for young`() async throws {
    let exchange = StubTransport.Exchange(.get, "/repos/octo/one", body: repositoryJSON())
    let transport = StubTransport(exchange, exchange)
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))
    let name = try #require(name)

    _ = try await client.send(.repository(name))
    keeper.age(by: -3600)
    _ = try await client.send(.repository(name))

    #expect(transport.requests.count == 2)
  }

  @Test func `what one account was answered is not for another, nor what was no answer`()
    async throws
  {
    let refused = StubTransport.Exchange(.get, "/repos/octo/one", status: 500, body: "{}")
    let good = StubTransport.Exchange(.get, "/repos/octo/one", body: repositoryJSON())
    let transport = StubTransport(refused, good, good)
    let cache = AnswerCache(keeper, longestAge: 60)
    let name = try #require(name)

    _ = try? await client(transport).caching(cache).send(.repository(name))
    _ = try await client(transport).caching(cache).send(.repository(name))
    _ = try await client(transport, token: nil).caching(cache).send(.repository(name))

    #expect(transport.requests.count == 3)
    #expect(keeper.keys.allSatisfy { !$0.contains("test_token") })
  }

  @Test func `bytes that are no kept answer are passed over`() async throws {
    let transport = StubTransport(.init(.get, "/repos/octo/one", body: repositoryJSON()))
    keeper.answersAll(with: Data("junk".utf8))
    let client = client(transport).caching(AnswerCache(keeper, longestAge: 60))

    #expect(try await client.send(.repository(try #require(name))).value.id == 1)
  }
}

/// Keeps answers in memory, at the time that the tests' clock shows.
private final class MemoryKeeper: AnswerKeeping {
  private struct State {
    var answers: [String: (payload: Data, storedAt: Date)] = [:]
    var substitute: Data?
  }

  private let state = Guarded(State())

  var keys: [String] { state.withLock { Array($0.answers.keys) } }

  func age(by seconds: TimeInterval) {
    state.withLock { state in
      for key in state.answers.keys { state.answers[key]?.storedAt -= seconds }
    }
  }

  func answersAll(with payload: Data) {
    state.withLock { $0.substitute = payload }
  }

  func answer(for key: String) async -> (payload: Data, storedAt: Date)? {
    state.withLock { state in
      state.substitute.map { ($0, localDate) } ?? state.answers[key]
    }
  }

  func keep(_ payload: Data, for key: String) async {
    state.withLock { $0.answers[key] = (payload, localDate) }
  }
}
