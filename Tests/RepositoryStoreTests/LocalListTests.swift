import Foundation
import GitHubModel
import RepositoryStore
import Testing

/// Lists of repositories, one page at a time.
@Suite struct LocalListTests {
  private let folder = Folder()

  /// Five stars, newest last; one favorite, and a list of two.
  private func library() throws -> (LibraryStore, AccountID) {
    let store = try folder.library()
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    let begun = try store.beginSync(of: account)
    let stars = (1...5).map { number in
      var repository = Sample.repository(Int64(number), "owner/tool-\(number)", stars: number * 10)
      repository.language = number.isMultiple(of: 2) ? "Go" : "Swift"
      repository.description = number == 3 ? "a parser" : nil
      let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
      return Star(repository, starredAt: date)
    }
    try store.recordPage(1, stars.reversed(), of: account)
    _ = try store.finish(begun)
    for id in [1, 4] as [Int64] {
      _ = try store.addFavorite(Sample.repository(id, "owner/tool-\(id)", stars: 7))
    }
    let list = StarList(id: "L1", name: "Web", slug: "web", isPrivate: false, repositoryCount: 2)
    let members = [
      StarList.Member(id: 2, nodeID: "R_2", name: Sample.name("owner/tool-2")),
      StarList.Member(id: 99, nodeID: "R_99", name: Sample.name("never/seen")),
    ]
    try store.replaceStarLists([StarListContents(list: list, members: members)], of: account)
    return (store, account)
  }

  private func ids(
    _ list: (AccountID) -> LocalList,
    _ change: (inout LocalListQuery) -> Void = { _ in }
  ) throws -> (ids: [Int64], total: Int?) {
    let (store, account) = try library()
    var query = LocalListQuery()
    change(&query)
    let page = try store.page(of: list(account), query)
    return (page.repositories.map(\.id), page.totalCount)
  }

  @Test func `returns stars newest first, one page at a time, with their count`() throws {
    let first = try ids(LocalList.stars) { $0.limit = 2 }
    let second = try ids(LocalList.stars) { ($0.offset, $0.limit) = (2, 2) }
    let beyond = try ids(LocalList.stars) { $0.offset = 5 }

    #expect(first.ids == [5, 4] && first.total == 5)
    #expect(second.ids == [3, 2] && second.total == 5)
    #expect(beyond.ids.isEmpty && beyond.total == 5)
  }

  @Test func `words filter a list and its count`() throws {
    let found = try ids(LocalList.stars) { $0.text = "pars" }
    let favorites = try ids(LocalList.favorites, { $0.text = "to" })
    let none = try ids(LocalList.stars) { $0.text = "nothing" }
    let noWord = try ids(LocalList.stars) { $0.text = "?!" }

    #expect(found.ids == [3] && found.total == 1)
    #expect(favorites.ids == [4, 1] && favorites.total == 2)
    #expect(none.ids.isEmpty && none.total == 0)
    #expect(noWord.ids.isEmpty && noWord.total == 0)
  }

  @Test func `every page has the count of all matches, also beyond the last`() throws {
    for (offset, expected) in [(0, [5, 4]), (4, [1]), (9, [])] as [(Int, [Int64])] {
      let found = try ids(LocalList.stars) {
        ($0.text, $0.sort, $0.offset, $0.limit) = ("tool", .starred, offset, 2)
      }
      #expect(found.ids == expected && found.total == 5)
    }
  }

  @Test func `filters favorites only by the account's lists`() throws {
    let (store, account) = try library()
    let other = try store.identify(try #require(AccessToken("other")), asUser: 2)
    let list = StarList(id: "L7", name: "Web", slug: "web", isPrivate: false, repositoryCount: 1)
    let member = StarList.Member(id: 4, nodeID: "R_4", name: Sample.name("owner/tool-4"))
    try store.replaceStarLists([StarListContents(list: list, members: [member])], of: other)
    var query = LocalListQuery()
    query.text = "list:web"

    let found = try [account, other, nil].map {
      try store.page(of: .favorites($0), query).repositories.map(\.id)
    }

    #expect(found == [[], [4], []])
  }

  @Test func `filters every row, and counts the matches at the end`() throws {
    let first = try ids(LocalList.stars) {
      ($0.text, $0.limit) = ("language:swift", 1)
    }
    let last = try ids(LocalList.stars) {
      ($0.text, $0.offset, $0.limit) = ("language:swift", 1, 1)
    }

    #expect(first.ids == [5] && first.total == nil)
    #expect(last.ids == [3] && last.total == 2)
  }

  @Test func `a sort applies to the whole list`() throws {
    let most = try ids(LocalList.stars) { ($0.sort, $0.limit) = (.stars, 2) }
    let fewest = try ids(LocalList.stars) {
      ($0.sort, $0.order, $0.limit) = (.stars, .ascending, 2)
    }

    // Favorites provided newer facts.
    #expect(most.ids == [5, 3])
    #expect(Set(fewest.ids) == [1, 4])
  }

  @Test(arguments: [
    ("parsr", [3]), ("something to parse tool-5 files", [3, 5]),
    ("tool parser zebra", [1, 2, 3, 4, 5]),
  ])
  func `a sort finds the same stars as the best match, misspelled or a question`(
    _ text: String,
    _ expected: [Int64]
  ) throws {
    let (store, account) = try library()
    func page(_ sort: ListSort) throws -> RepositoryPage {
      var query = LocalListQuery()
      (query.text, query.sort, query.order) = (text, sort, .ascending)
      return try store.page(of: .stars(account), query)
    }

    let (best, sorted) = (try page(.bestMatch), try page(.starred))

    #expect(sorted.repositories.map(\.id) == expected && sorted.totalCount == expected.count)
    #expect(Set(best.repositories.map(\.id)) == Set(expected))
    #expect(sorted.correction != nil && sorted.correction == best.correction)
  }

  @Test(arguments: ["", "tool", "language:swift tool"])
  func `sorts stars by star date for any query`(
    text: String
  ) throws {
    let latest = try ids(LocalList.stars) { ($0.text, $0.sort) = (text, .starred) }
    let earliest = try ids(LocalList.stars) {
      ($0.text, $0.sort, $0.order) = (text, .starred, .ascending)
    }

    // The language of the first one is no longer known.
    #expect(latest.ids == (text.hasPrefix("language") ? [5, 3] : [5, 4, 3, 2, 1]))
    #expect(earliest.ids == latest.ids.reversed())
  }

  @Test(arguments: [ListSort.bestMatch, .stars])
  func `a page of stars has their star dates`(sort: ListSort) throws {
    let (store, account) = try library()
    for text in ["", "tool"] {
      var query = LocalListQuery()
      (query.text, query.sort) = (text, sort)
      let page = try store.page(of: .stars(account), query)

      #expect(page.starredAt.count == 5)
      #expect(page.starredAt[3] == Date(timeIntervalSince1970: 1_700_000_003))
    }
  }

  @Test func `a star list has its members in GitHub's order, including unknown ones`() throws {
    let (store, account) = try library()
    let page = try store.page(of: .list("L1", account), LocalListQuery())

    #expect(page.repositories.map(\.id) == [2, 99])
    #expect(page.totalCount == 2)
    #expect(page.repositories[0].language == "Go")
    #expect(page.repositories[1].name.fullName == "never/seen")
    #expect(page.repositories[1].nodeID == "R_99")
    #expect(page.repositories[1].url.isEmpty)
  }

  @Test func `returns favorites newest first`() throws {
    #expect(try ids(LocalList.favorites).ids == [4, 1])
  }

  @Test func `counts are known once there is a copy`() throws {
    let store = try folder.library()
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    #expect(try store.starCount(of: account) == nil)
    #expect(try store.starListCount(of: account) == nil)

    let (full, _) = try library()
    #expect(try full.starCount(of: account) == 5)
    #expect(try full.starListCount(of: account) == 1)
  }
}
