import Essentials
import GRDB
package import GitHubModel

/// A list of repositories in the library, read one page at a time.
package enum LocalList: Sendable, Hashable {
  /// The copy of the account's stars, newest first.
  case stars(AccountID)
  /// The copy of a star list, in GitHub's order.
  case list(StarList.ID, AccountID)
  /// The favorites, newest first; a query may name star lists of the account, if any.
  case favorites(AccountID?)
}

/// The requested rows of a ``LocalList``.
package struct LocalListQuery: Sendable {
  /// A query as in ``LibraryStore/starMatches(_:of:limit:offset:)``; all rows if it is empty.
  package var text = ""
  /// The order; ``ListSort/bestMatch`` is the list's own.
  package var sort = ListSort.bestMatch
  package var order = SearchQuery.Order.descending
  /// The number of rows to skip, and the maximum number to return.
  package var offset = 0
  package var limit = 100

  package init() {}
}

extension LibraryStore {
  /// Some rows of a list, with the number of all that match.
  ///
  /// Stars that match a query are ordered best first, unless a sort order is given; the number is
  /// then nil except on the last page. Stars whose facts do not show why they match have a line
  /// that does. A repository known only as a member of a star list has no facts and an empty URL.
  package func page(
    of list: LocalList,
    _ query: LocalListQuery
  ) throws(StoreError) -> RepositoryPage {
    let isSearch = query.text.contains { !$0.isWhitespace }
    if case .stars(let account) = list, isSearch, query.sort == .bestMatch {
      return try bestPage(of: account, query)
    }
    let typed = StarQuery(query.text)
    if case .stars(let account) = list, isSearch {
      var (page, found) = try file.read { database in
        let found = try StarMatcher(database: database, account: account, query: typed)
          .found(limit: .max)
        let condition: SQL = "entry.repository IN (SELECT value FROM json_each(\(found.ids.json)))"
        return (try LocalListTable(list, condition, in: database).page(query), found)
      }
      page.correction = found.correction
      try addLines(to: &page, foundBy: found.query, of: account)
      return page
    }
    return try file.read { database in
      if !isSearch { return try LocalListTable(list, nil, in: database).page(query) }
      let search = try StarSearch(database, list.account, typed)
      if search.nodes.isEmpty { return RepositoryPage(repositories: [], totalCount: 0) }
      let condition = try search.condition(for: "entry.repository")
      return try LocalListTable(list, condition, in: database).page(query)
    }
  }

  /// Adds the matching lines of repositories whose facts do not match.
  private func addLines(
    to page: inout RepositoryPage,
    foundBy query: StarQuery,
    of account: AccountID
  ) throws(StoreError) {
    page.matches = try matchedLines(query, of: page.repositories.map(\.id), by: account)
      .mapValues { [$0] }
  }

  /// A page of a search, which determines only whether there are more rows.
  private func bestPage(
    of account: AccountID,
    _ query: LocalListQuery
  ) throws(StoreError) -> RepositoryPage {
    let found = try starMatches(
      StarQuery(query.text),
      of: account,
      limit: query.limit + 1,
      offset: query.offset
    )
    let known = found.stars.prefix(query.limit)
    let isLast = found.stars.count <= query.limit
    var page = RepositoryPage(
      repositories: known.map(\.repository),
      totalCount: isLast ? query.offset + known.count : nil
    )
    page.correction = found.correction
    for star in known where star.starredAt > .distantPast {
      page.starredAt[star.repository.id] = star.starredAt
    }
    try addLines(to: &page, foundBy: found.query, of: account)
    return page
  }

  /// The number of stars in the copy; nil if it was never complete.
  package func starCount(of account: AccountID) throws(StoreError) -> Int? {
    try file.read { database in
      guard try SyncTable(database).state(of: account).finishedAt != nil else { return nil }
      return try StarTable(database).count(of: account)
    }
  }

  /// The number of star lists in the copy; nil if there is no copy.
  package func starListCount(of account: AccountID) throws(StoreError) -> Int? {
    try file.read { database in
      guard try SyncTable(database).state(of: account).hasLists else { return nil }
      return try database.value("SELECT count(*) FROM star_list WHERE account = \(account)")
    }
  }
}

extension LocalList {
  fileprivate var account: AccountID? {
    switch self {
    case .stars(let account), .list(_, let account): account
    case .favorites(let account): account
    }
  }
}

/// The rows of a list, or only those found by a search.
private struct LocalListTable {
  private let database: Database
  private let list: LocalList
  private let isSearch: Bool
  /// The rows before sorting.
  private let selection: SQL

  /// Creates the table with the rows that meet a search's condition, or all rows.
  init(_ list: LocalList, _ condition: SQL?, in database: Database) {
    (self.list, self.database, isSearch) = (list, database, condition != nil)
    let rows: SQL =
      switch list {
      case .stars(let account):
        "star AS entry WHERE entry.account = \(account)"
      case .list(let id, let account):
        "star_list_member AS entry WHERE entry.account = \(account) AND entry.list = \(id)"
      case .favorites: "favorite AS entry WHERE true"
      }
    selection = condition.map { "\(rows) AND \($0)" } ?? rows
  }

  private func count() throws -> Int {
    try SQLRequest<Int>(literal: "SELECT count(*) FROM \(selection)", cached: true)
      .fetchOne(database) ?? 0
  }

  func page(_ query: LocalListQuery) throws -> RepositoryPage {
    // The rows found by a search are read and counted once; a whole list stays in its table.
    let request = SQLRequest<Row>(
      literal: """
        WITH entry AS \(sql: isSearch ? "" : "NOT") MATERIALIZED (SELECT entry.* FROM \(selection))
        SELECT \(sql: own), \(sql: RepositoryColumns.list),
          \(sql: isSearch ? "(SELECT count(*) FROM entry)" : "null")
        FROM entry LEFT JOIN repository ON repository.id = entry.repository
        ORDER BY \(sql: order(query)) LIMIT \(query.limit) OFFSET \(query.offset)
        """,
      cached: true
    )
    let rows = try request.fetchAll(database)
    let found = rows.first?.value(4 + RepositoryColumns.columns.count, Int.self)
    var page = RepositoryPage(repositories: [], totalCount: try found ?? count())
    for row in rows { Self.add(row, to: &page) }
    return page
  }

  /// The list's own columns: the star time, and members of a star list that are otherwise unknown.
  private var own: String {
    switch list {
    case .stars: "entry.starred_at, NULL, NULL, NULL"
    case .list: "NULL, entry.repository, entry.name, entry.node_id"
    case .favorites: "NULL, NULL, NULL, NULL"
    }
  }

  private func order(_ query: LocalListQuery) -> String {
    let direction = query.order == .descending ? "desc" : "asc"
    return switch query.sort {
    case .search(.stars): "repository.stars \(direction), \(ownOrder)"
    case .search(.forks): "repository.forks \(direction), \(ownOrder)"
    // The date shown in rows.
    case .search(.updated): "repository.pushed \(direction), \(ownOrder)"
    case .starred where isOfStars: "entry.starred_at \(direction), entry.id \(direction)"
    case .search(.bestMatch), .search(.helpWantedIssues), .starred: ownOrder
    }
  }

  private var isOfStars: Bool {
    if case .stars = list { true } else { false }
  }

  private var ownOrder: String {
    switch list {
    case .stars: "entry.starred_at DESC, entry.id DESC"
    case .list: "entry.position, entry.repository"
    case .favorites: "entry.position DESC"
    }
  }

  private static func add(_ row: Row, to page: inout RepositoryPage) {
    guard let repository = repository(row) else { return }
    page.repositories.append(repository)
    if let seconds = row.value(0, Int64.self), seconds > 0 {
      page.starredAt[repository.id] = Date(wholeSeconds: seconds)
    }
  }

  private static func repository(_ row: Row) -> Repository? {
    if let repository = RepositoryColumns.repository(row, from: 4) { return repository }
    guard let id = row.value(1, Int64.self),
      let name = row.name(2)
    else { return nil }
    var repository = Repository(id: id, name: name, owner: Owner(login: name.owner), url: "")
    repository.nodeID = row.value(3, String.self)
    return repository
  }
}
