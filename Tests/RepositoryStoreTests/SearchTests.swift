import Foundation
import GitHubModel
import RepositoryStore
import TestSupport
import Testing

@Suite struct StoreSearchTests {
  private let folder = Folder()

  private func store(_ repositories: [Repository]) throws -> CacheStore {
    let store = try folder.cache()
    try store.record(repositories)
    return store
  }

  @Test(
    arguments: [
      "nio", "n", "swift-nio", "apple/swift-nio", "APPLE/Swift-NIO", "swift nio", "nio swift",
      "event-driven", "event drv", "networking", "naïve", "naive", "C", "nio n",
    ]
  )
  func `finds a repository by prefixes of its words`(_ text: String) throws {
    var nio = Sample.repository(1, "apple/swift-nio", stars: 8_000, "Event-driven drvs, naïvely")
    nio.topics = ["networking"]
    nio.language = "C++"
    let store = try store([nio])

    #expect(try store.matches(text, limit: 5).map(\.id) == [1])
  }

  @Test(
    arguments: [
      "", " ", "-", "\"", "*", "!!! ???", "nothing", "io", "nio nothing", "\0", "🦅",
    ]
  )
  func `finds nothing without words, or without a matching prefix`(_ text: String) throws {
    let store = try store([Sample.repository(1, "apple/swift-nio")])

    #expect(try store.matches(text, limit: 5).isEmpty)
  }

  @Test(
    arguments: [
      "a\"", "\"a", "a*", "a OR b", "name: a", "^a", "a AND (", "NEAR(a b)", "{a b}: a", "-a", "a'",
      "a\u{0}b", "a\u{301}\u{301}", "a \u{200B}", Text(repeating: "a ", count: 5_000),
      Text(repeating: "ab-", count: 100_000),
    ]
  )
  func `no text is query syntax`(_ text: Text) throws {
    let store = try store([Sample.repository(1, "a/b"), Sample.repository(2, "or/near", nil)])

    _ = try store.matches(text.value, limit: 5)
  }

  @Test(
    arguments: [
      ("parser stars:>100 language:go", [2, 1]), ("parser -json", [2, 1]), ("name:parser", [2, 1]),
      ("parser (json OR xml)", [1]), ("lexer OR parser", [2, 1, 3]), ("stars:>100", []),
      ("parser readme:nothing", []), ("-parser", []),
    ]
  )
  func `finds possible matches, and ignores qualifiers`(
    _ query: String,
    _ expected: [Repository.ID]
  ) throws {
    let store = try store([
      Sample.repository(1, "a/json-parser", stars: 5),
      Sample.repository(2, "a/parser-two", stars: 9),
      Sample.repository(3, "a/lexer", stars: 1),
    ])

    #expect(try store.matches(query, limit: 5).map(\.id) == expected)
  }

  @Test func `splits a name written in camel case`() throws {
    let store = try store([Sample.repository(1, "a/swiftNIO")])

    #expect(try store.matches("nio", limit: 5).map(\.id) == [1])
    #expect(try store.matches("swiftn", limit: 5).map(\.id) == [1])
  }

  @Test func `lists matching names first, then other matches, each by stars`() throws {
    let store = try store([
      Sample.repository(1, "x/other", stars: 9_000, "for vapor"),
      Sample.repository(2, "x/vapor-kit", stars: 50),
      Sample.repository(3, "x/vaporware", stars: 500),
      Sample.repository(4, "x/vapor", stars: 1),
      Sample.repository(5, "x/another", stars: 10_000, "like vapor"),
    ])

    #expect(try store.matches("vapor", limit: 9).map(\.id) == [4, 3, 2, 5, 1])
    #expect(try store.matches("vapor", limit: 2).map(\.id) == [4, 3])
    #expect(try store.matches("vapor", limit: 0).isEmpty)
  }

  @Test func `sorts by the new star count after a change`() throws {
    let store = try store([
      Sample.repository(1, "a/tool-one", stars: 5), Sample.repository(2, "a/tool-two", stars: 9),
    ])

    try store.record([Sample.repository(1, "a/tool-one", stars: 10)])

    #expect(try store.matches("tool", limit: 5).map(\.id) == [1, 2])
    #expect(try StoreCondition.ofFile(at: folder.cachePath) == .sound)
  }

  @Test func `distinguishes words with a long common prefix`() throws {
    let many = (1...300).map { Sample.repository($0, "a/r\($0)", stars: 9, "international") }
    let store = try store(many + [Sample.repository(999, "a/x", stars: 1, "internationalized")])

    #expect(try store.matches("internationali", limit: 5).map(\.id) == [999])
    #expect(try store.matches("internation", limit: 5).count == 5)
    #expect(try store.matches("internationalx", limit: 5).isEmpty)
  }
}
