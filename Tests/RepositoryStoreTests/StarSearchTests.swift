import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct StarSearchTests {
  private let folder = Folder()
  private let store: LibraryStore
  private let account: AccountID

  init() throws {
    store = try folder.library()
    account = try store.account(for: try #require(AccessToken("token")))
  }

  /// Stars a repository, later than all before.
  private func star(
    _ id: Int64,
    _ name: String,
    _ description: String? = nil,
    topics: [String] = [],
    language: String? = nil,
    readme: String? = nil
  ) throws {
    folder.advance(60)
    var repository = Sample.repository(id, name, description)
    (repository.topics, repository.language) = (topics, language)
    try store.record(isStarred: true, repository.name, repository, of: account)
    guard let readme else { return }
    let due = try #require(try store.dueReadmes(of: account).first { $0.id == id })
    try store.record(.text(readme, etag: nil), for: due)
  }

  private func found(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    limit: Int = 10,
    offset: Int = 0
  ) throws -> [Int64?] {
    try store.starMatches(text, in: fields, of: account, limit: limit, offset: offset)
      .map(\.repository?.id)
  }

  /// The line for a repository, with the words that were found in brackets.
  private func excerpt(
    _ text: String,
    of id: Int64,
    in fields: Set<StarField> = Set(StarField.allCases)
  ) throws -> String? {
    let match = try store.readmeMatches(text, in: fields, of: [id])[id]
    return match.map { match in
      let bytes = Array(match.fragment.utf8)
      var marked = ""
      var end = 0
      for range in match.ranges {
        marked += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)
        marked += "[\(String(decoding: bytes[range], as: UTF8.self))]"
        end = range.upperBound
      }
      return marked + String(decoding: bytes[end...], as: UTF8.self)
    }
  }

  // MARK: Ranking

  @Test func `a name counts more than topics, a description and a README, in this order`() throws {
    try star(1, "a/parser")
    try star(2, "a/json-parser")
    try star(3, "a/b", topics: ["parser"])
    try star(4, "a/c", "A parser")
    try star(5, "a/d", readme: "parser parser parser parser")

    #expect(try found("parser") == [1, 2, 3, 4, 5])
  }

  @Test func `of equally good ones, the newest star comes first`() throws {
    for id in 1...3 as ClosedRange<Int64> { try star(id, "a\(id)/tool", "Some words") }

    #expect(try found("words") == [3, 2, 1])
    #expect(try found("tool") == [3, 2, 1])
    #expect(try found("a2/tool") == [2])
  }

  @Test func `words may be in different texts`() throws {
    try star(1, "a/json", readme: "Written with simd in mind")
    try star(2, "a/json")

    #expect(try found("json simd") == [1])
    #expect(try found("json swift") == [])
  }

  @Test func `pages do not overlap`() throws {
    for id in 1...5 as ClosedRange<Int64> { try star(id, "a/tool\(id)", "A tool") }
    try store.record(isStarred: true, Sample.name("a/tool6"), nil, of: account)

    let all = try found("tool")
    let pages = try [0, 2, 4, 6].map { try found("tool", limit: 2, offset: $0) }

    #expect(all.count == 6 && all.last == .some(nil))
    #expect(pages.flatMap(\.self) == all)
  }

  // MARK: Queries

  @Test(
    arguments: [
      "event", "eventl", "EVENTLOOP", "non-blocking", "\"event loop\"", "event blocking", "naive",
      "naïve", "swift nio", "nio", "C++", "networking",
    ]
  )
  func `finds words in any case, and the beginning of the last one`(_ text: String) throws {
    try star(
      1,
      "apple/swiftNIO",
      "naïve",
      topics: ["networking"],
      language: "C++",
      readme: "An event loop, non-blocking. EventLoop"
    )

    #expect(try found(text) == [1])
  }

  @Test(
    arguments: [
      "", " ", "\"\"", "*", "loop OR nothing", "eve loop", "\"loop event\"", "NOT nothing",
      "loop*x",
      "🦅", "\0", "readme:loop", "{name}:loop", "\"eve\"", "\"event lo\"",
    ]
  )
  func `nothing but quotation marks has a meaning of its own`(_ text: String) throws {
    try star(1, "a/b", readme: "An event loop")

    #expect(try found(text) == [])
  }

  @Test func `a quotation mark without another one is ignored`() throws {
    try star(1, "a/b", readme: "An event loop AND more")

    #expect(try found("event \"loop") == [1])
    #expect(try found("event AND loop") == [1])
  }

  @Test func `a short beginning of a word is looked for in READMEs as a whole word only`() throws {
    try star(1, "a/b", "command line")
    try star(2, "a/c", readme: "command line")
    try star(3, "a/d", readme: "vitamin C")

    #expect(try found("c") == [2, 1, 3])
    #expect(try found("co") == [1])
    #expect(try found("com") == [1])
    #expect(try found("comm") == [1, 2])
  }

  @Test func `READMEs with a word that a thousand others have come by date`() throws {
    try star(1, "a/often", readme: String(repeating: "swift ", count: 50))
    folder.advance(60)
    let stars = (2...1_000 as ClosedRange<Int64>).map { id in
      let repository = Sample.repository(id, "a/r\(id)")
      let date = folder.date.addingTimeInterval(Double(id))
      return Star(name: repository.name, repository: repository, starredAt: date)
    }
    try store.takePage(2, stars, of: account)
    // All in one transaction, unlike READMEs that come from GitHub.
    _ = try store.file.write { database in
      try database.execute(sql: "UPDATE search_text SET readme = 'swift too' WHERE repository > 1")
    }
    let ranked = try found("swift")
    folder.advance(3_600)
    try star(1_001, "a/last", readme: "swift and more")

    #expect(ranked.prefix(2) == [1, 1_000])
    #expect(try store.starMatchCount("swift", in: [.name, .readme], of: account) == 1_001)
    #expect(try found("swift", limit: 2_000) == (1...1_001).reversed())
  }

  @Test func `searches only the wanted fields`() throws {
    try star(1, "a/parser")
    try star(2, "a/b", topics: ["parser"])
    try star(3, "a/c", "parser")
    try star(4, "a/d", readme: "parser")

    #expect(try found("parser", in: [.name]) == [1])
    #expect(try found("parser", in: [.topics, .description]) == [2, 3])
    #expect(try found("parser", in: [.readme]) == [4])
    #expect(try found("pa", in: [.readme]) == [])
    #expect(try found("parser", in: []) == [])
  }

  // MARK: Scripts

  @Test(
    arguments: [
      ("机器", [1]), ("器学", [1]), ("学", [1]), ("机器学习", [1]), ("学机", []), ("Go语言", [1]),
      ("検索", [2]), ("エンジン", [2]), ("ンジ", [2]), ("全文検索エンジン", [2]), ("검색", [3]),
      ("색엔", [3]), ("엔진", [3]), ("поиск", [4]), ("ПОИС", [4]), ("иск", []), ("بحث", [5]),
    ] as [(String, [Int64])]
  )
  func `Chinese, Japanese and Korean are found anywhere, other scripts by words`(
    _ text: String,
    _ ids: [Int64]
  ) throws {
    try star(1, "a/zh", "Go语言", readme: "一个机器学习的工具。")
    try star(2, "a/ja", readme: "速い全文検索エンジンです。")
    try star(3, "a/ko", readme: "빠른 검색엔진입니다.")
    try star(4, "a/ru", readme: "Полнотекстовый поиск")
    try star(5, "a/ar", readme: "محرك بحث سريع")

    #expect(try found(text) == ids.map(Optional.some))
  }

  // MARK: Lines of context

  @Test func `a line of a README has the words marked`() throws {
    try star(1, "a/b", readme: "Title\nIt has an event loop, and\nmore lines.")

    #expect(
      try excerpt("event loop", of: 1) == "Title It has an [event] [loop], and more lines."
    )
    #expect(try excerpt("\"event loop\"", of: 1)?.contains("an [event loop], and") == true)
    #expect(try excerpt("nothing", of: 1) == nil)
    #expect(try excerpt("loop", of: 2) == nil)
  }

  @Test func `a line of Chinese has no separators`() throws {
    try star(1, "a/zh", readme: "一个机器学习的工具。")

    #expect(try excerpt("机器", of: 1) == "一个[机器]学习的工具。")
  }

  @Test(arguments: Array(stride(from: 0, to: 80, by: 3)))
  func `a line of context begins and ends at words`(_ place: Int) throws {
    var words = (0..<80).map { "in.w\($0)-tool" }
    words[place] = "needle"
    try star(1, "a/b", readme: words.joined(separator: " "))

    let match = try #require(try store.readmeMatches("needle", of: [1])[1])

    let shown = match.fragment.split(separator: " ").map { $0.filter { $0 != "…" } }
    #expect(Set(shown).isSubset(of: words), "\(match.fragment)")
    #expect(shown.count > 4)
    let range = try #require(match.ranges.first)
    #expect(Array(match.fragment.utf8)[range] == Array("needle".utf8)[...])
  }

  @Test func `a repository that is found without its README has no line`() throws {
    try star(1, "a/parser", readme: "A parser of json")

    #expect(try excerpt("parser", of: 1) == nil)
    #expect(try excerpt("parser json", of: 1) == "A [parser] of [json]")
    #expect(try excerpt("parser", of: 1, in: [.readme]) == "A [parser] of json")
    #expect(try excerpt("parser", of: 1, in: [.name]) == nil)
  }

  @Test func `control characters of a README are left out`() throws {
    try star(1, "a/b", readme: "one\u{2}two\u{1F}three\tfour\u{1B}[31m é")

    #expect(try excerpt("three", of: 1) == "one two [three] four [31m é")
  }

  // MARK: Keeping the indexes

  @Test func `the indexes follow the facts`() throws {
    try star(1, "a/parser", "old words", readme: "A README")
    var renamed = Sample.repository(1, "b/lexer", "new words")
    renamed.topics = ["grammar"]

    try store.refresh([renamed])

    #expect(try found("parser") == [] && found("old") == [])
    #expect(try found("lexer") == [1] && found("grammar") == [1] && found("readme") == [1])
    try checkIndexes()
  }

  @Test func `a README is removed with the last star of its repository`() throws {
    try star(1, "a/b", readme: "some words")
    let other = try store.account(for: try #require(AccessToken("other")))
    let facts = Sample.repository(1, "a/b")
    try store.record(isStarred: true, facts.name, facts, of: other)

    try store.record(isStarred: false, facts.name, nil, of: account)
    let rest = try store.starMatches("words", of: other, limit: 1).count
    try store.record(isStarred: false, facts.name, nil, of: other)
    try store.record(isStarred: true, facts.name, facts, of: account)

    #expect(rest == 1)
    #expect(try found("words") == [])
    #expect(try store.dueReadmes(of: account).map(\.id) == [1])
    try checkIndexes()
  }

  @Test func `a sync that removes stars removes their READMEs`() throws {
    try star(1, "a/b", readme: "some words")
    try star(2, "a/c", readme: "some words")
    let second = try store.stars(of: account).filter { $0.repository?.id == 2 }

    try store.beginSync(of: account)
    try store.takePage(1, second, of: account)
    _ = try store.finishSync(of: account)

    #expect(try found("words") == [2])
    #expect(try store.readmeCount(of: account) == 1)
    try checkIndexes()
  }

  private func checkIndexes() throws {
    try store.file.write { database in
      for index in ["fact_index", "text_index"] {
        try database.execute(
          sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)"
        )
      }
    }
  }
}
