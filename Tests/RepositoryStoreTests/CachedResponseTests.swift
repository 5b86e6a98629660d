import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite struct CachedResponseTests {
  private let folder = Folder()

  @Test func `returns the response cached last for a key`() throws {
    let store = try folder.cache()
    var tagged = StoredResponse(body: [0, 255])
    (tagged.entityTag, tagged.link) = ("\"a\"", "<https://x.test>; rel=next")

    try store.cache(StoredResponse(body: Array("one".utf8)), as: "key")
    folder.advance(5)
    try store.cache(tagged, as: "key")

    tagged.storedAt = folder.date
    #expect(try store.response("key") == tagged)
    #expect(try store.response("other") == nil)
  }

  @Test func `names the keys with an end since a date, the newest first`() throws {
    let store = try folder.cache()
    for key in ["a /x?p=1", "a /y?p=1", "a /x?p=12", "é /z?p=1"] {
      folder.advance(60)
      try store.cache(StoredResponse(body: []), as: key)
    }

    let since = folder.date - 150
    #expect(try store.keys(endingWith: "?p=1", since: since) == ["é /z?p=1", "a /y?p=1"])
    #expect(try store.keys(endingWith: "é /z?p=1", since: since) == ["é /z?p=1"])
  }

  @Test func `caches no response with a date in the future`() throws {
    folder.advance(0.7)
    let store = try folder.cache()

    try store.cache(StoredResponse(body: Array("one".utf8)), as: "key")

    #expect(try #require(try store.response("key")?.storedAt) <= folder.date)
  }

  @Test func `removes responses after a month`() throws {
    let store = try folder.cache()
    try store.cache(StoredResponse(body: Array("old".utf8)), as: "old")
    folder.advance(31 * 86_400)

    try store.cache(StoredResponse(body: Array("new".utf8)), as: "new")

    #expect(try store.response("old") == nil)
    #expect(try store.response("new") != nil)
  }

  @Test func `removes the oldest responses if the total is too large`() throws {
    let store = try folder.cache()
    let large = StoredResponse(body: Array(repeating: 0, count: 16 << 20))

    for number in 1...5 {
      try store.cache(large, as: "\(number)")
      folder.advance(1)
    }

    #expect(try store.response("1") == nil)
    #expect(try store.response("2")?.body.count == large.body.count)
  }

  @Test func `does not cache a response that is too large`() throws {
    let store = try folder.cache()
    try store.cache(StoredResponse(body: Array("small".utf8)), as: "key")

    try store.cache(StoredResponse(body: Array(repeating: 0, count: 16 << 20 + 1)), as: "key")

    #expect(try store.response("key") == nil)
  }
}
