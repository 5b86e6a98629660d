import Foundation
import RepositoryStore
import Testing

@Suite struct AnswerTests {
  private let folder = Folder()

  @Test func `keeps the last answer of a key`() throws {
    let store = try folder.seen()

    try store.keep(Data("one".utf8), as: "key")
    folder.advance(5)
    try store.keep(Data([0, 255]), as: "key")

    #expect(try store.answer("key")?.payload == Data([0, 255]))
    #expect(try store.answer("key")?.storedAt == folder.date)
    #expect(try store.answer("other") == nil)
  }

  @Test func `no answer is kept in the future`() throws {
    folder.advance(0.7)
    let store = try folder.seen()

    try store.keep(Data("one".utf8), as: "key")

    #expect(try #require(try store.answer("key")).storedAt <= folder.date)
  }

  @Test func `forgets all of them when asked`() throws {
    let store = try folder.seen()
    try store.keep(Data("one".utf8), as: "key")

    try store.forgetAnswers()

    #expect(try store.answer("key") == nil)
  }

  @Test func `forgets answers after a month`() throws {
    let store = try folder.seen()
    try store.keep(Data("old".utf8), as: "old")
    folder.advance(31 * 86_400)

    try store.keep(Data("new".utf8), as: "new")

    #expect(try store.answer("old") == nil)
    #expect(try store.answer("new") != nil)
  }

  @Test func `forgets the oldest when they become too large`() throws {
    let store = try folder.seen()
    let large = Data(count: 16 << 20)

    for number in 1...5 {
      try store.keep(large, as: "\(number)")
      folder.advance(1)
    }

    #expect(try store.answer("1") == nil)
    #expect(try store.answer("2")?.payload.count == large.count)
  }

  @Test func `keeps nothing of an answer that is too large`() throws {
    let store = try folder.seen()
    try store.keep(Data("small".utf8), as: "key")

    try store.keep(Data(count: 16 << 20 + 1), as: "key")

    #expect(try store.answer("key") == nil)
  }
}
