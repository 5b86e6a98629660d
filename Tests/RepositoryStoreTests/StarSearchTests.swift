import Foundation
import GRDB
import GitHubModel
import System
import Testing

@testable import RepositoryStore

@Suite struct StarSearchTests {
  private let folder = Folder()
  private let store: LibraryStore
  private let account: AccountID

  init() throws {
    store = try folder.library()
    account = try store.identify(try #require(AccessToken("token")), asUser: 1)
  }

  /// Stars a repository, later than all others so far.
  private func star(
    _ id: Int64,
    _ name: String,
    _ description: String? = nil,
    topics: [String] = [],
    language: String? = nil,
    note: String? = nil,
    readme: String? = nil
  ) throws {
    folder.advance(60)
    var repository = Sample.repository(id, name, description)
    (repository.topics, repository.language) = (topics, language)
    try store.record(isStarred: true, repository.name, repository, of: account)
    if let note { try write(note, about: id) }
    guard let readme else { return }
    let due = try #require(try store.dueReadmes(of: account).first { $0.id == id })
    try store.record([(due, .usual(readme, version: "1"))])
  }

  private func write(_ text: String, about id: Int64) throws {
    let note = try #require(Note(text, at: folder.date))
    _ = try store.write(note, about: try #require(try store.star(of: id, by: account)?.repository))
  }

  private func found(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    isExact: Bool = true,
    limit: Int = 10,
    offset: Int = 0
  ) throws -> [Int64?] {
    try store.starMatches(
      StarQuery(text, in: fields, isExact: isExact),
      of: account,
      limit: limit,
      offset: offset
    )
    .stars.map(\.repository.id)
  }

  /// A repository's line, with the found words in brackets.
  private func excerpt(
    _ text: String,
    of id: Int64,
    in fields: Set<StarField> = Set(StarField.allCases)
  ) throws -> String? {
    let query = StarQuery(text, in: fields)
    let match = try store.matchedLines(query, of: [id], by: account)[id]
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

  @Test func `ranks names above topics, descriptions and READMEs, in this order`() throws {
    try star(1, "a/parser")
    try star(2, "a/json-parser")
    try star(3, "a/b", topics: ["parser"])
    try star(4, "a/c", "A parser")
    try star(5, "a/d", readme: "parser parser parser parser")

    #expect(try found("parser") == [1, 2, 3, 4, 5])
  }

  @Test func `the newest star comes first among equals`() throws {
    for id in 1...3 as ClosedRange<Int64> { try star(id, "a\(id)/tool", "Some words") }

    #expect(try found("words") == [3, 2, 1])
    #expect(try found("tool") == [3, 2, 1])
    #expect(try found("a2/tool") == [2])
  }

  @Test func `finds words spread over different texts`() throws {
    try star(1, "a/json", readme: "Written with simd in mind")
    try star(2, "a/json")

    #expect(try found("json simd") == [1])
    #expect(try found("json swift") == [])
  }

  @Test func `pages do not overlap`() throws {
    for id in 1...6 as ClosedRange<Int64> { try star(id, "a/tool\(id)", "A tool") }

    let all = try found("tool")
    let pages = try [0, 2, 4, 6].map { try found("tool", limit: 2, offset: $0) }

    #expect(all.count == 6)
    #expect(pages.flatMap(\.self) == all)
  }

  // MARK: Queries

  @Test(
    arguments: [
      "event", "eventl", "EVENTLOOP", "non-blocking", "\"event loop\"", "event blocking", "naive",
      "naïve", "swift nio", "nio", "C++", "networking",
    ]
  )
  func `finds words in any case, and the last one as a prefix`(_ text: String) throws {
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
      "", " ", "\"\"", "*", "nothing OR other", "eve loop", "\"loop event\"", "NOT loop",
      "loop*x", "-", "()", "-()", "name:",
      "🦅", "\0", "name:loop", "{name}:loop", "\"eve\"", "\"event lo\"", "NEAR(event loop)",
    ]
  )
  func `treats no FTS5 syntax specially`(_ text: String) throws {
    try star(1, "a/b", readme: "An event loop")

    #expect(try found(text) == [])
  }

  @Test func `ignores an unmatched quotation mark`() throws {
    try star(1, "a/b", readme: "An event loop AND more")

    #expect(try found("event \"loop") == [1])
    #expect(try found("event AND loop") == [1])
  }

  @Test func `matches a short prefix in READMEs only as a whole word`() throws {
    try star(1, "a/b", "command line")
    try star(2, "a/c", readme: "command line")
    try star(3, "a/d", readme: "vitamin C")

    #expect(try found("c") == [2, 1, 3])
    #expect(try found("co") == [1])
    #expect(try found("com") == [1])
    #expect(try found("comm") == [1, 2])
  }

  @Test func `sorts READMEs by date if a word occurs in a thousand others`() throws {
    try star(1, "a/often", readme: String(repeating: "swift ", count: 50))
    folder.advance(60)
    let stars = (2...1_000 as ClosedRange<Int64>).map { id in
      let repository = Sample.repository(id, "a/r\(id)")
      let date = folder.date.addingTimeInterval(Double(id))
      return Star(repository, starredAt: date)
    }
    try store.recordPage(2, stars, of: account)
    // All in one transaction, unlike READMEs from GitHub.
    _ = try store.file.write { database in
      try database.execute(sql: "UPDATE search_text SET readme = 'swift too' WHERE repository > 1")
    }
    let ranked = try found("swift")
    folder.advance(3_600)
    try star(1_001, "a/last", readme: "swift and more")

    #expect(ranked.prefix(2) == [1, 1_000])
    #expect(
      try store.starMatches(
        StarQuery("swift", in: [.name, .readme]),
        of: account,
        limit: 1,
        isCounted: true
      ).total == 1_001
    )
    #expect(try found("swift", limit: 2_000) == (1...1_001).reversed())
  }

  @Test func `searches only the requested fields`() throws {
    try star(1, "a/parser")
    try star(2, "a/b", topics: ["parser"])
    try star(3, "a/c", "parser")
    try star(4, "a/d", readme: "parser")

    #expect(try found("parser", in: [.name]) == [1])
    #expect(try found("parser", in: [.topics, .description]) == [2, 3])
    #expect(try found("parser", in: [.readme]) == [4])
    #expect(try found("pa", in: [.readme]) == [])
    #expect(try found("parser", in: []) == [])
    #expect(try found("in:name parser") == [1])
    #expect(try found("parser IN:Topics,description") == [2, 3])
    #expect(try found("parser in:topics in:readme") == [2, 4])
    #expect(try found("in:name parser", in: [.readme]) == [])
    #expect(try found("in:name") == [])
  }

  // MARK: Scripts

  @Test(
    arguments: [
      ("机器", [1]), ("器学", [1]), ("学", [1]), ("机器学习", [1]), ("学机", []), ("Go语言", [1]),
      ("検索", [2]), ("エンジン", [2]), ("ンジ", [2]), ("全文検索エンジン", [2]), ("검색", [3]),
      ("색엔", [3]), ("엔진", [3]), ("поиск", [4]), ("ПОИС", [4]), ("иск", []), ("بحث", [5]),
    ] as [(String, [Int64])]
  )
  func `finds Chinese, Japanese and Korean anywhere, and other scripts by words`(
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

  // MARK: The query language

  /// Five stars whose READMEs contain words that occur nowhere else.
  private func starTools() throws {
    try star(1, "a/web", "A web framework", topics: ["web"], language: "Go", readme: "A pear")
    try star(2, "a/server", "A web server", topics: ["old"], language: "Rust", readme: "An apple")
    try star(3, "a/plum", "A framework", language: "Go", readme: "Pears on the web")
    try star(4, "a/pearl", "A gem", language: "Ruby", readme: "Something else")
    let list = StarList(
      id: "L",
      name: "To read",
      slug: "to-read",
      isPrivate: false,
      repositoryCount: 1
    )
    let member = StarList.Member(id: 3, nodeID: "R", name: Sample.name("a/plum"))
    try store.replaceStarLists([StarListContents(list: list, members: [member])], of: account)
  }

  @Test(
    arguments: [
      ("web -pear", [2]), ("-pear", [4, 2]), ("-\"a pear\"", [4, 3, 2]), ("-name:web", [4, 3, 2]),
      ("web -(server OR plum)", [1]), ("server OR gem", [4, 2]), ("web server OR gem", [2, 4]),
      ("(server OR plum) -pear", [2]), ("framework (apple OR pears)", [1, 3]), ("name:pear", [4]),
      ("readme:web", [3]), ("readme:\"on the web\"", [3]), ("name:(plum OR server)", [3, 2]),
      ("list:\"to read\"", [3]), ("LIST:to-read web", [3]), ("-list:to-read web", [1, 2]),
      ("list:nothing", []), ("language:go", [3, 1]), ("language:go OR language:ruby", [4, 3, 1]),
      ("web -language:go", [2]), ("framework topic:web", [1]), ("-topic:old web", [1, 3]),
      ("gem OR (web language:rust)", [4, 2]), ("web AND server", [2]), ("web NOT server", [1, 3]),
      ("a:b", []), ("-(gem)", [3, 2, 1]), ("gem OR (-web)", [4]),
    ] as [(String, [Int64])]
  )
  func `combines words, exclusions, alternatives, fields, lists and qualifiers`(
    _ text: String,
    _ ids: [Int64]
  ) throws {
    try starTools()

    let rows = try found(text)
    #expect(Set(rows) == Set(ids.map(Optional.some)), "\(rows)")
    let exact = StarQuery(text, isExact: true)
    let counted = try store.starMatches(exact, of: account, limit: 1, isCounted: true)
    #expect(counted.total == ids.count)
    #expect(counted.stars.map(\.repository.id) == Array(rows.prefix(1)))
    var query = LocalListQuery()
    (query.text, query.sort) = (text, .stars)
    let page = try store.page(of: .stars(account), query)
    if !ids.isEmpty { #expect(Set(page.repositories.map(\.id)) == Set(ids)) }
  }

  @Test(
    arguments: [("golang", [1]), ("CPP", [2]), ("js", []), ("c++", [2])] as [(String, [Int64])]
  )
  func `finds a language by another name`(_ name: String, _ ids: [Int64]) throws {
    try star(1, "a/one", language: "Go")
    try star(2, "a/two", language: "C++")

    #expect(try found("language:\(name)") == ids)
  }

  @Test func `ignores the case of a list's name in any alphabet`() throws {
    try star(1, "a/one")
    let list = StarList(id: "L", name: "Öko", slug: "ko", isPrivate: false, repositoryCount: 1)
    let member = StarList.Member(id: 1, nodeID: "R", name: Sample.name("a/one"))
    try store.replaceStarLists([StarListContents(list: list, members: [member])], of: account)

    #expect(try found("list:öko") == [1])
    #expect(try found("list:ÖKO") == [1])
  }

  @Test(
    arguments: [
      "web -pear", "r -pear", "web server -pear -gem", "-pear", "web -pear stars:>1",
      "(web OR plum) -(pear OR gem)", "-pear language:go", "name:web -readme:pear",
    ]
  )
  func `runs no full-text query once per row`(_ text: String) throws {
    try starTools()
    let statements = Guarded(Set<String>())
    try store.file.read { database in
      database.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        statements.withLock { _ = $0.insert(statement.sql) }
      }
    }
    let counted = try store.starMatches(StarQuery(text), of: account, limit: 1, isCounted: true)
    let searches = statements.withLock { $0.filter { $0.contains("_index MATCH") } }

    #expect(counted.total == (try found(text, isExact: false).count))
    #expect(!searches.isEmpty)
    for sql in searches {
      let steps = try store.file.read { database in
        let plan = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        plan.setUncheckedArguments([])
        return try Row.fetchAll(plan)
      }
      let repeated = Set(
        steps.filter { ($0["detail"] as String).hasPrefix("CORRELATED") }.map { $0["id"] as Int64 }
      )
      let nested = steps.filter { repeated.contains($0["parent"]) }.map { $0["detail"] as String }
      #expect(!nested.contains { $0.contains("_index") }, "\(sql)")
    }
  }

  @Test func `checks conditions until there are enough rows`() throws {
    for id in 1...450 as ClosedRange<Int64> {
      try star(id, "a/tool\(id)", language: id.isMultiple(of: 150) ? "Go" : "C")
    }

    #expect(try found("tool language:go", limit: 2) == [450, 300])
    #expect(try found("tool language:go", limit: 2, offset: 2) == [150])
    #expect(try found("-language:c", limit: 2) == [450, 300])
  }

  @Test(
    arguments: [
      ("tool stars:>3", [5, 4]), ("stars:2..3", [3, 2]), ("tool stars:<2", [1]),
      ("tool stars:<0", []), ("tool -stars:>3", [3, 2, 1]), ("tool forks:>=0", []),
      ("tool pushed:>=1970-01-04", [5, 4, 3]), ("pushed:1970-01-02 stars:<9", [1]),
      ("tool5 stars:>5", []), ("stars:>4 OR stars:<2", [5, 1]),
      ("tool stars:many", [5, 4, 3, 2, 1]),
    ] as [(String, [Int64])]
  )
  func `ranges exclude unknown values and those outside`(
    _ text: String,
    _ ids: [Int64]
  ) throws {
    for id in 1...5 as ClosedRange<Int64> {
      folder.advance(60)
      var repository = Sample.repository(id, "a/tool\(id)")
      repository.counts.stars = Int(id)
      repository.dates.pushed = Date(timeIntervalSince1970: Double(id) * 86_400)
      repository.counts.forks = nil
      try store.record(isStarred: true, repository.name, repository, of: account)
    }

    #expect(try found(text) == ids)
  }

  @Test(
    arguments: [
      "language:go", "-language:golang", "language:Go language:C", "license:mit", "-license:MIT",
      "license:apache-2.0", "user:a", "-user:A", "repo:A/b1", "repo:a/b1 user:c", "topic:x",
      "-topic:X", "topic:xy", "topics:>1", "topics:0", "-topics:0", "stars:>=1", "-stars:>1",
      "stars:<0",
      "forks:1..2", "-forks:0", "size:1k", "created:2024", "-created:2024-01-01", "pushed:<2024-05",
      "archived:true", "archived:false", "-archived:true", "template:true", "-template:false",
      "fork:true",
      "fork:false", "fork:only", "-fork:only", "-fork:true", "is:public", "is:private",
      "is:internal",
      "-is:public", "is:public is:private", "is:sponsorable", "followers:>1", "stars:many",
      "-(language:go stars:>0)", "language:go OR archived:true", "-(is:private OR topic:x)",
    ]
  )
  func `qualifiers find the same repositories as the filter of known rows`(_ text: String) throws {
    var repositories: [Repository] = []
    for id in 0..<96 as Range<Int64> {
      func choice<Value>(_ divisor: Int64, _ values: [Value]) -> Value {
        values[Int(id / divisor) % values.count]
      }
      var made = Sample.repository(id + 1, "\(choice(1, ["a", "C"]))/b\(id)")
      made.language = choice(1, ["Go", "C", nil])
      made.license = choice(2, [License(key: "mit"), License(key: "apache-2.0"), nil])
      made.license?.spdxID = choice(3, ["MIT", nil])
      made.topics = choice(1, [["x", "y"], [], ["xy"], nil, ["y", "X"]])
      made.counts.stars = choice(1, [0, 1, 2, nil])
      made.counts.forks = choice(2, [0, 1, nil])
      made.counts.size = choice(3, [1_000, nil])
      let date = Date(timeIntervalSince1970: 1_704_067_200)
      made.dates.created = choice(1, [date, date.addingTimeInterval(86_400), nil])
      made.dates.pushed = choice(2, [date, date.addingTimeInterval(20_000_000), nil])
      made.flags.isArchived = choice(1, [true, false, nil])
      made.flags.isTemplate = choice(2, [true, false, nil])
      made.flags.isFork = choice(3, [true, false, nil])
      made.flags.isPrivate = choice(1, [true, false, nil])
      made.visibility = choice(4, ["Public", nil, "internal", "private"])
      repositories.append(made)
    }
    let stars = repositories.map { Star($0, starredAt: folder.date) }
    try store.recordPage(1, stars, of: account)
    let filter = LocalFilter(text, at: folder.date)

    let ids = try store.starMatches(StarQuery(text, isExact: true), of: account, limit: 200).stars
      .map(\.repository.id)

    var texts = SearchableTexts()
    #expect(Set(ids) == Set(repositories.filter { filter.matches($0, &texts) }.map(\.id)))
  }

  @Test(
    arguments: [
      ("frameworks", "framework"), ("framework", "frameworks"), ("parsing", "parse"),
      ("parsed", "parsing"), ("libraries", "library"), ("library", "libraries"),
      ("plugging", "plug"), ("boxes", "box"), ("databases", "database"), ("class", "classes"),
    ]
  )
  func `a word finds its inflections`(_ typed: String, _ written: String) throws {
    try star(1, "a/b", "One \(written) more")
    try star(2, "a/c", readme: "One \(written) more")

    #expect(try found("\(typed) more") == [1, 2])
    #expect(try found("-\(typed)") == [])
    #expect(try found("\"\(typed)\"") == [])
  }

  @Test func `symbols are part of words`() throws {
    try star(1, "a/one", "Written in C", language: "C")
    try star(2, "a/two", "Written in C++17, C++.", language: "C++")
    try star(3, "a/three", language: "C#", readme: "For .NET, see issue #12 and a+b")
    try star(4, "a/four", readme: "C++ and the net")

    #expect(try found("c++") == [2, 4])
    #expect(try found("C#") == [3])
    #expect(try found("f#") == [])
    #expect(try found(".net") == [3])
    #expect(try found("12") == [3] && found("a b") == [3])
    #expect(try found("c in") == [1])
    #expect(try excerpt("c++", of: 4) == "[C++] and the net")
  }

  @Test func `hyphens make no difference in names`() throws {
    try star(1, "a/http-client")
    try star(2, "a/HttpClient")
    try star(3, "a/other", "An http-client")

    #expect(Set(try found("httpclient")) == [1, 2])
    #expect(Set(try found("http-client")) == [1, 2, 3])
    #expect(Set(try found("http client")) == [1, 2, 3])
  }

  @Test func `names come first, and archived repositories last among equals`() throws {
    try star(1, "a/tool", readme: "x")
    try star(2, "tool/other")
    try star(3, "a/toolbox")
    try star(4, "a/x", "A tool")
    try star(5, "a/near", readme: "one big tool")
    try star(6, "a/far", readme: "big words " + String(repeating: "and ", count: 40) + "a tool")
    var archived = Sample.repository(7, "a/y", "A tool")
    archived.flags.isArchived = true
    folder.advance(60)
    try store.record(isStarred: true, archived.name, archived, of: account)

    #expect(try found("tool").prefix(4) == [1, 3, 2, 4])
    #expect(try found("big tool") == [5, 6])
    let described = try found("tool", in: [.description])
    #expect(described == [4, 7])
  }

  // MARK: Corrections and synonyms

  @Test(
    arguments: [
      ("fuzy finder", "fuzzy finder"), ("fuzzy fidner", "fuzzy finder"),
      ("kuberentes", "kubernetes"), ("name:kuberntes", "name:kubernetes"),
      ("postgress", "postgres"), ("\"fuzzy\" fnder", "\"fuzzy\" finder"),
    ]
  )
  func `corrects a word that occurs nowhere`(_ typed: String, _ corrected: String) throws {
    try star(1, "a/fzf", "A fuzzy finder")
    try star(2, "a/kubernetes", readme: "With postgres")

    let matches = try store.starMatches(StarQuery(typed), of: account, limit: 5)

    #expect(matches.stars.count == 1)
    #expect(matches.correction == SearchCorrection(from: typed, to: corrected))
    #expect(matches.query.query.text == corrected)
    let exact = StarQuery(typed, isExact: true)
    #expect(try store.starMatches(exact, of: account, limit: 5).stars.isEmpty)
  }

  @Test(arguments: [
    ("manager lang:swift", "unknown qualifier lang:; did you mean language:?"),
    ("fuzy language:swfit manager", "unknown language swfit; did you mean Swift?"),
  ])
  func `explains a mistake in a qualifier before dropped words`(
    _ typed: String,
    _ sentence: String
  ) {
    let partial = SearchCorrection.PartialMatch(after: 0, missing: ["fuzy"])
    let correction = SearchCorrection(from: typed, to: typed, partial: partial)

    #expect(correction.sentence == sentence)
  }

  @Test func `without full matches, ranks stars by most and rarest words`() throws {
    for id in 1...3 as ClosedRange<Int64> { try star(id, "a/tool\(id)", "A file manager") }
    try star(4, "a/other", "For the terminal")
    for id in 5...20 as ClosedRange<Int64> { try star(id, "a/unrelated\(id)", "For the kitchen") }
    func matches(limit: Int = 5, offset: Int = 0, isCounted: Bool = false) throws -> StarMatches {
      let query = StarQuery("terminal file manager zebra")
      return try store.starMatches(
        query,
        of: account,
        limit: limit,
        offset: offset,
        isCounted: isCounted
      )
    }

    let found = try matches(isCounted: true)

    #expect(found.stars.map(\.repository.id) == [3, 2, 1, 4])
    #expect(found.total == 4)
    #expect(found.correction?.partial == .init(after: 0, missing: ["zebra"]))
    #expect(
      found.correction?.sentence
        == "no star has all of these words; showing those with most of them"
    )
    #expect(try matches(limit: 2, offset: 3).stars.map(\.repository.id) == [4])
    #expect(try matches(limit: 1).correction?.partial?.missing == ["zebra"])
    let one = try store.starMatches(StarQuery("qwertzuiop"), of: account, limit: 5)
    #expect(one.stars.isEmpty && one.correction == nil)
    let exact = StarQuery("terminal file manager", isExact: true)
    #expect(try store.starMatches(exact, of: account, limit: 5).stars.isEmpty)
  }

  @Test func `stars with some words follow those with all words of a question`() throws {
    try star(1, "a/list", "Image lists, and a loading animation for android")
    try star(2, "a/glide", "Images for android")
    try star(3, "a/how", "How to find a good one")

    let found = try store.starMatches(
      StarQuery("how to do image loading on android"),
      of: account,
      limit: 5
    )

    #expect(found.stars.map(\.repository.id) == [1, 2])
    #expect(found.correction?.partial == .init(after: 1, missing: []))
    #expect(
      found.correction?.sentence == "1 star has all of these words; the others have most of them"
    )
  }

  @Test(
    arguments: [
      ("fast terminal editor -vim", [2, 4]), ("fast terminal editor language:go", [3]),
      ("\"text editor\" editor fast", [2]), ("(vim OR nano) terminal fast", [4]),
      ("name:nano terminal fast cheap", [4]), ("fast terminal editor -vim -text", [4]),
      ("\"text mode\" fast editor", []),
    ] as [(String, Set<Int64>)]
  )
  func `only plain words become optional`(_ text: String, _ ids: Set<Int64>) throws {
    try star(1, "a/vim", "A vim for editors", language: "C")
    try star(2, "a/editor", "A text editor", language: "C")
    try star(3, "a/gone", "The vim editor in Go", language: "Go")
    try star(4, "a/nano", "Small and fast", language: "C")

    let found = try store.starMatches(StarQuery(text), of: account, limit: 5).stars

    #expect(Set(found.map(\.repository.id)) == ids)
  }

  @Test(arguments: [
    ("scan", "scanner"), ("scanning", "scanners"), ("manage", "manager"), ("parses", "parsers"),
  ])
  func `an optional word finds synonyms, and is not corrected`(
    _ typed: String,
    _ written: String
  ) throws {
    try star(1, "a/one", "A \(written)")
    try star(2, "a/two", "A scar, scamming, mange and purses")

    let found = try store.starMatches(StarQuery("\(typed) zebra"), of: account, limit: 5)

    #expect(found.stars.map(\.repository.id) == [1])
    #expect(found.correction?.isRespelled == false)
    #expect(found.correction?.partial?.missing == ["zebra"])
  }

  @Test func `never corrects a common word`() throws {
    try star(1, "a/kind", "A kind of clusters")

    let found = try store.starMatches(StarQuery("find clusters"), of: account, limit: 5)

    #expect(found.stars.count == 1)
    #expect(
      found.correction
        == .init(from: "find clusters", to: "find clusters", partial: .init(after: 0, missing: []))
    )
    #expect(try store.starMatches(StarQuery("find"), of: account, limit: 5).stars.isEmpty)
  }

  @Test func `finds related words after the words themselves`() throws {
    try star(1, "a/one", "For k8s")
    try star(2, "a/two", "For Kubernetes")
    for id in 3...7 as ClosedRange<Int64> {
      try star(id, "a/t\(id)", topics: ["vcs-x", "gitlike"])
    }
    try star(8, "a/eight", topics: ["gitlike"])

    #expect(try found("k8s", isExact: false) == [1, 2])
    #expect(try found("k8s") == [1])
    #expect(try found("kubernetes", isExact: false) == [2, 1])
    #expect(try found("vcs-x", isExact: false).last == 8)
    #expect(try found("vcs-x").count == 5)
    #expect(try found("-k8s", isExact: false).contains(2))
  }

  // MARK: Lines of context

  @Test func `marks the words in a README's line`() throws {
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
  func `a context line begins and ends at word boundaries`(_ place: Int) throws {
    var words = (0..<80).map { "in.w\($0)-tool" }
    words[place] = "needle"
    try star(1, "a/b", readme: words.joined(separator: " "))

    let match = try #require(
      try store.matchedLines(
        StarQuery("needle"),
        of: [1],
        by: account
      )[1]
    )

    let shown = match.fragment.split(separator: " ").map { $0.filter { $0 != "…" } }
    #expect(Set(shown).isSubset(of: words), "\(match.fragment)")
    #expect(shown.count > 4)
    let range = try #require(match.ranges.first)
    #expect(Array(match.fragment.utf8)[range] == Array("needle".utf8)[...])
  }

  @Test func `a repository found without its README has no line`() throws {
    try star(1, "a/parser", readme: "A parser of json")

    #expect(try excerpt("parser", of: 1) == nil)
    #expect(try excerpt("parser json", of: 1) == "A [parser] of [json]")
    #expect(try excerpt("parser", of: 1, in: [.readme]) == "A [parser] of json")
    #expect(try excerpt("parser", of: 1, in: [.name]) == nil)
  }

  @Test func `omits a README's control characters`() throws {
    try star(1, "a/b", readme: "one\u{2}two\u{1F}three\tfour\u{1B}[31m é")

    #expect(try excerpt("three", of: 1) == "one two [three] four [31m é")
  }

  // MARK: Notes

  @Test func `ranks a note above a README, and below a description`() throws {
    try star(1, "a/b", "A parser of many things")
    try star(2, "a/c", note: "the parser at work, which Ben has chosen")
    try star(3, "a/d", readme: "parser parser parser")

    #expect(try found("parser") == [1, 2, 3])
  }

  @Test(
    arguments: [
      ("note:tape", [2]), ("tape", [2, 1]), ("note:\"old tapes\"", [2]), ("note:\"old tape\"", []),
      ("note:oldtape", []),
      ("tape -note:old", [1]), ("name:tape", [1]), ("note:tapes", [2]), ("note:t", [2]),
      ("note:机器", [3]), ("note:c++", [3]), ("readme:tape", []), ("archive notes tape", []),
      ("archive tape", [2]), ("(note:old OR note:c++) -tape", [3]), ("note:-", []),
    ] as [(String, [Int64])]
  )
  func `searches notes like other texts`(_ query: String, _ expected: [Int64]) throws {
    try star(1, "a/tape")
    try star(2, "a/b", note: "For the old tapes", readme: "An archive")
    try star(3, "a/c", note: "一个机器学习 in C++")

    #expect(Set(try found(query)) == Set(expected))
  }

  @Test func `finds a note as soon as it is written, replaced or removed`() throws {
    try star(1, "a/b", readme: "words")
    try write("first", about: 1)
    #expect(try found("first") == [1])

    try write("second", about: 1)
    #expect(try found("first") == [] && found("second") == [1])

    _ = try store.removeNote(about: try #require(try store.star(of: 1, by: account)?.repository))
    #expect(try found("second") == [] && found("words") == [1])

    let imported = Sample.repository(1, "a/b")
    let note = try #require(Note("third", at: folder.date))
    _ = try store.add([ImportedRepository(imported, note: note, isFavorite: false)])
    #expect(try found("third") == [1])
    try checkIndexes()
  }

  @Test func `shows the line of a note rather than that of a README`() throws {
    try star(1, "a/b", note: "Ben's parser\nat work", readme: "A parser to use at work")

    #expect(try excerpt("parser", of: 1) == "Ben's [parser] at work")
    #expect(try excerpt("pars", of: 1) == "Ben's [parser] at work")
    #expect(try excerpt("parser use", of: 1) == "A [parser] to [use] at work")
    #expect(try excerpt("readme:parser", of: 1) == "A [parser] to use at work")
    #expect(try excerpt("note:parser", of: 1) == "Ben's [parser] at work")
    #expect(try excerpt("b", of: 1) == nil)
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

  @Test func `removes a README with the last star of its repository`() throws {
    try star(1, "a/b", readme: "some words")
    let other = try store.identify(try #require(AccessToken("other")), asUser: 2)
    let facts = Sample.repository(1, "a/b")
    try store.record(isStarred: true, facts.name, facts, of: other)

    try store.record(isStarred: false, facts.name, nil, of: account)
    let rest = try store.starMatches(StarQuery("words"), of: other, limit: 1).stars.count
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
    let second = try store.stars(of: account).filter { $0.repository.id == 2 }

    let begun = try store.beginSync(of: account)
    try store.recordPage(1, second, of: account)
    _ = try store.finish(begun)

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
