import GRDB
package import GitHubModel

/// A list of repositories in the library, which is read a page at a time.
package enum LocalList: Sendable, Hashable {
  /// The copy of the account's stars, the newest first.
  case stars(AccountID)
  /// The copy of a star list, in GitHub's order.
  case list(StarList.ID, AccountID)
  /// The favorites, the newest first.
  case favorites
}

/// Which rows of a ``LocalList`` are wanted.
package struct LocalListQuery: Sendable {
  /// Words as in ``LibraryStore/starMatches(_:in:of:limit:offset:)``; all rows if it is empty.
  package var words = ""
  /// A further condition on the rows; nil for none.
  package var filter: RepositoryFilter?
  /// The order; ``SearchQuery/Sort/bestMatch`` is the list's own.
  package var sort = SearchQuery.Sort.bestMatch
  package var order = SearchQuery.Order.descending
  /// The rows before, and how many follow at most.
  package var offset = 0
  package var limit = 100

  package init() {}
}

extension LibraryStore {
  /// Some rows of a list, with the number of all that match.
  ///
  /// Of stars, those that match the words best come first, unless there is a filter or a sort. Then, and
  /// with a filter, the number is nil unless the page is the last one. A repository that is only known as
  /// the member of a star list has no facts and an empty address.
  package func page(
    of list: LocalList,
    _ query: LocalListQuery
  ) throws(StoreError) -> RepositoryPage {
    let isSearch = query.words.contains { !$0.isWhitespace }
    if case .stars(let account) = list, isSearch, query.filter == nil, query.sort == .bestMatch {
      return try bestPage(of: account, query)
    }
    return try file.read { database in
      let words = isSearch ? try StarQuery(query.words, in: database) : nil
      if isSearch, words == nil { return RepositoryPage(repositories: [], totalCount: 0) }
      let table = LocalListTable(database: database, list: list, words: words)
      guard let filter = query.filter else {
        return RepositoryPage(
          repositories: try table.rows(query, limit: query.limit, offset: query.offset),
          totalCount: try table.count()
        )
      }
      return try table.page(query, filter)
    }
  }

  /// The page of a search, which only says whether there are more rows.
  private func bestPage(
    of account: AccountID,
    _ query: LocalListQuery
  ) throws(StoreError) -> RepositoryPage {
    let found = try starMatches(
      query.words,
      of: account,
      limit: query.limit + 1,
      offset: query.offset
    )
    let known = found.prefix(query.limit).compactMap(\.repository)
    let isLast = found.count <= query.limit
    return RepositoryPage(
      repositories: known,
      totalCount: isLast ? query.offset + known.count : nil
    )
  }

  /// How many stars the copy has of which the repository is known; nil if it was never complete.
  package func starCount(of account: AccountID) throws(StoreError) -> Int? {
    try file.read { database in
      guard try SyncTable(database).state(of: account).finishedAt != nil else { return nil }
      return try LocalListTable(database: database, list: .stars(account)).count()
    }
  }

  /// How many star lists the copy has; nil if there is none.
  package func starListCount(of account: AccountID) throws(StoreError) -> Int? {
    guard try hasStarLists(of: account) else { return nil }
    return try file.read {
      try $0.value("SELECT count(*) FROM star_list WHERE account = \(account)")
    }
  }
}

/// The rows of a list, and of those only the ones with all words of a query.
private struct LocalListTable {
  let database: Database
  let list: LocalList
  /// Nil for all rows.
  var words: StarQuery?

  /// The pattern for each index: only that of names has short beginnings of words.
  private var searches: [(index: TextIndex, pattern: String)] {
    TextIndex.allCases.compactMap { index in
      words?.pattern(for: index, in: Set(StarField.allCases)).map { (index, $0) }
    }
  }

  func count() throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) FROM \(source) WHERE \(condition)"
    )
    return try Int.fetchOne(statement, arguments: arguments) ?? 0
  }

  func rows(_ query: LocalListQuery, limit: Int, offset: Int) throws -> [Repository] {
    let statement = try self.statement(query)
    let arguments = self.arguments + [limit, offset]
    return try Row.fetchAll(statement, arguments: arguments).compactMap(Self.repository)
  }

  /// Reads from the first row on, since only here it is known which ones pass.
  func page(_ query: LocalListQuery, _ filter: RepositoryFilter) throws -> RepositoryPage {
    let rows = try Row.fetchCursor(statement(query), arguments: arguments + [-1, 0])
    var found: [Repository] = []
    var count = 0
    while let row = try rows.next() {
      guard let repository = Self.repository(row), filter.accepts(repository) else { continue }
      count += 1
      if count > query.offset { found.append(repository) }
      if found.count > query.limit { break }
    }
    let isLast = found.count <= query.limit
    return RepositoryPage(
      repositories: Array(found.prefix(query.limit)),
      totalCount: isLast ? count : nil
    )
  }

  private func statement(_ query: LocalListQuery) throws -> Statement {
    try database.cachedStatement(
      sql: """
        SELECT \(member), \(RepositoryRow.list) FROM \(source)
        LEFT JOIN repository ON repository.id = entry.repository
        WHERE \(condition) ORDER BY \(order(query)) LIMIT ? OFFSET ?
        """
    )
  }

  private var source: String {
    switch list {
    case .stars: "star AS entry"
    case .list: "star_list_member AS entry"
    case .favorites: "favorite AS entry"
    }
  }

  private var condition: String {
    let list =
      switch list {
      case .stars: "entry.account = ? AND entry.repository IS NOT NULL"
      case .list: "entry.account = ? AND entry.list = ?"
      case .favorites: "true"
      }
    let matches = searches.map(\.index.rawValue).map {
      "SELECT rowid FROM \($0) WHERE \($0) MATCH ?"
    }
    // Read once, before the rows of the list are.
    return matches.isEmpty
      ? list : list + " AND entry.repository IN (\(matches.joined(separator: " UNION ")))"
  }

  private var arguments: StatementArguments {
    let list: StatementArguments =
      switch list {
      case .stars(let account): [account.rawValue]
      case .list(let id, let account): [account.rawValue, id]
      case .favorites: []
      }
    return list + StatementArguments(searches.map(\.pattern))
  }

  /// The columns of a member of a star list that was never seen otherwise.
  private var member: String {
    switch list {
    case .list: "entry.repository, entry.name, entry.node_id"
    case .stars, .favorites: "NULL, NULL, NULL"
    }
  }

  private func order(_ query: LocalListQuery) -> String {
    let direction = query.order == .descending ? "desc" : "asc"
    return switch query.sort {
    case .stars: "repository.stars \(direction), \(ownOrder)"
    case .forks: "repository.forks \(direction), \(ownOrder)"
    // The date that rows show.
    case .updated: "repository.pushed \(direction), \(ownOrder)"
    case .bestMatch, .helpWantedIssues: ownOrder
    }
  }

  private var ownOrder: String {
    switch list {
    case .stars: "entry.starred_at DESC, entry.id DESC"
    case .list: "entry.position, entry.repository"
    case .favorites: "entry.position DESC"
    }
  }

  private static func repository(_ row: Row) -> Repository? {
    if let repository = RepositoryRow.repository(row, from: 3) { return repository }
    guard let id = row.value(0, Int64.self),
      let name = row.name(1)
    else { return nil }
    var repository = Repository(id: id, name: name, owner: Owner(login: name.owner), url: "")
    repository.nodeID = row.value(2, String.self)
    return repository
  }
}
