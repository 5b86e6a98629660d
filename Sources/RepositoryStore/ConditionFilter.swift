import GRDB
import GitHubModel

/// Checks repositories for the conditions of a search.
struct ConditionFilter {
  private indirect enum Condition {
    case qualifiers(RepositoryFilter)
    case ids(Set<Int64>)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  private let database: Database
  private var conditions: [Condition] = []

  init(_ search: StarSearch) throws {
    database = search.database
    conditions = try search.conditions.map { try Self.condition($0, search) }
  }

  func accepts(_ repository: Repository) -> Bool {
    conditions.allSatisfy { Self.accepts(repository, $0) }
  }

  /// The first of the repositories that meet the conditions.
  func passed(_ ids: [Int64], limit: Int) throws -> [Int64] {
    if conditions.isEmpty { return Array(ids.prefix(limit)) }
    var passed: [Int64] = []
    var rest = ids[...]
    while passed.count < limit, !rest.isEmpty {
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT \(RepositoryRow.list) FROM json_each(?) AS wanted
            CROSS JOIN repository ON repository.id = wanted.value ORDER BY wanted.key
            """
        ),
        arguments: [rest.prefix(Self.chunk).json]
      )
      while let row = try rows.next() {
        guard let repository = RepositoryRow.repository(row), accepts(repository) else { continue }
        passed.append(repository.id)
      }
      rest = rest.dropFirst(Self.chunk)
    }
    return Array(passed.prefix(limit))
  }

  private static let chunk = 200

  private static func accepts(_ repository: Repository, _ condition: Condition) -> Bool {
    switch condition {
    case .qualifiers(let filter): filter.accepts(repository)
    case .ids(let ids): ids.contains(repository.id)
    case .all(let conditions): conditions.allSatisfy { accepts(repository, $0) }
    case .any(let conditions): conditions.contains { accepts(repository, $0) }
    case .not(let condition): !accepts(repository, condition)
    }
  }

  private static func condition(
    _ node: LocalQuery.Node,
    _ search: StarSearch
  ) throws -> Condition {
    switch node {
    case .qualifiers(let qualifiers): return .qualifiers(RepositoryFilter(qualifiers))
    case .list(let name): return .ids(try members(of: name, search))
    case .all(let nodes): return .all(try nodes.map { try condition($0, search) })
    case .any(let nodes): return .any(try nodes.map { try condition($0, search) })
    case .not(let node): return .not(try condition(node, search))
    case .term: return .ids(try matches(node, search))
    }
  }

  private static func members(of list: String, _ search: StarSearch) throws -> Set<Int64> {
    try Int64.fetchSet(
      search.database.cachedStatement(
        sql: """
          SELECT star_list_member.repository FROM star_list
          JOIN star_list_member ON star_list_member.account = star_list.account
            AND star_list_member.list = star_list.id
          WHERE (star_list.account = ?1 OR ?1 IS NULL)
            AND (star_list.name = ?2 COLLATE NOCASE OR star_list.slug = ?2 COLLATE NOCASE)
          """
      ),
      arguments: [search.account?.rawValue, list.storable]
    )
  }

  private static func matches(_ node: LocalQuery.Node, _ search: StarSearch) throws -> Set<Int64> {
    var ids: Set<Int64> = []
    for index in TextIndex.allCases {
      let patterns = StarPatterns(
        database: search.database,
        index: index,
        fields: search.query.fields
      )
      guard case .match(let pattern)? = try patterns.all([node]) else { continue }
      ids.formUnion(
        try Int64.fetchAll(
          search.database.cachedStatement(
            sql: "SELECT rowid FROM \(index.rawValue) WHERE \(index.rawValue) MATCH ?"
          ),
          arguments: [pattern]
        )
      )
    }
    return ids
  }
}
