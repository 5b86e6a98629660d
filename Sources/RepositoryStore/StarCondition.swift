import GRDB
import GitHubModel

/// Parts of a query as an SQL condition.
struct StarCondition {
  let search: StarSearch
  /// The ID of a repository.
  let id: SQL
  /// Synonyms, which match too.
  var synonyms: Synonyms.Words = [:]
  /// The words that all candidates have in the index of everything, to reduce lookups; nil if
  /// unknown.
  var pattern: String?

  /// Whether all nodes match.
  func all(_ nodes: [LocalQuery.Node]) throws -> SQL {
    try nodes.isEmpty ? "true" : nodes.map { try sql($0) }.joined(separator: " AND ")
  }

  /// The condition that the words are in the texts.
  func words(_ nodes: [LocalQuery.Node], isWanted: Bool = true) throws -> SQL {
    let isShort = isWanted && nodes.flatMap(\.words).contains(where: \.isShortBeginning)
    // The index of everything has all words, but not all prefixes.
    let selections = try (isShort ? TextIndex.allCases : [.everything]).compactMap { index in
      let patterns = StarPatterns(
        database: search.database,
        index: index,
        fields: search.query.fields,
        synonyms: synonyms
      )
      return try patterns.all(nodes, isWanted: isWanted).map { words -> SQL in
        let match = index == .everything ? pattern.map { "(\($0) AND \(words))" } : nil
        let table = SQL(sql: index.rawValue)
        return "SELECT rowid FROM \(table) WHERE \(table) MATCH \(match ?? words)"
      }
    }
    return "\(id) IN (\(selections.joined(separator: " UNION ")))"
  }

  private func sql(_ node: LocalQuery.Node, isWanted: Bool = true) throws -> SQL {
    func joined(_ nodes: [LocalQuery.Node], _ operation: String) throws -> SQL {
      let parts = try nodes.map { try sql($0, isWanted: isWanted) }
      return "(\(parts.joined(separator: " \(operation) ")))"
    }
    switch node {
    case .term: return try words([node], isWanted: isWanted)
    case .all(let nodes): return try joined(nodes, "AND")
    case .any(let nodes): return try joined(nodes, "OR")
    case .not(let node): return try "NOT \(sql(node, isWanted: !isWanted))"
    case .qualifiers(let qualifiers):
      return """
        ((SELECT \(Self.facts(qualifiers)) FROM repository AS known WHERE known.id = \(id)) IS TRUE)
        """
    case .list(let name):
      return """
        \(id) IN (
          SELECT star_list_member.repository FROM star_list
          JOIN star_list_member ON star_list_member.account = star_list.account
            AND star_list_member.list = star_list.id
          WHERE star_list.account = \(search.account?.rawValue)
            AND \(name.lowercased().storable) IN (
              swiftLowercaseString(json_extract(star_list.payload, '$.name')),
              swiftLowercaseString(json_extract(star_list.payload, '$.slug'))
            )
        )
        """
    }
  }

  /// The condition that a ``RepositoryFilter`` of the qualifiers accepts a row, null if a deciding
  /// fact is unknown.
  private static func facts(_ qualifiers: [Qualifier]) -> SQL {
    let groups = RepositoryFilter.groups(qualifiers).map { group -> SQL in
      let conditions = group.compactMap { qualifier in
        qualifier.fact.map { qualifier.isNegated ? "NOT (\($0))" : $0 }
      }
      return "(\(conditions.joined(separator: " OR ")))"
    }
    return groups.isEmpty ? "true" : groups.joined(separator: " AND ")
  }
}

extension Qualifier {
  /// The condition on a repository's columns, null if the fact is unknown; nil if no fact decides
  /// it.
  fileprivate var fact: SQL? {
    let value = comparedValue.storable
    switch name {
    // A null language is known: GitHub found none.
    case .language: return "coalesce(lower(language), '') = \(value)"
    case .license: return "coalesce(\(value) IN (lower(license), lower(license_spdx)), false)"
    case .user: return "lower(owner) = \(value)"
    case .repo: return "lower(owner || '/' || name) = \(value)"
    case .topic: return "instr(char(10) || lower(topics), \("\n\(value)\n")) > 0"
    case .topicCount:
      return count("length(topics) - length(replace(topics, char(10), ''))", value)
    case .stars: return count("stars", value)
    case .forks: return count("forks", value)
    case .size: return count("size", value)
    case .created: return time("created")
    case .pushed: return time("pushed")
    case .archived: return Bool(value).map { "\(RepositoryColumns.flag(\.isArchived)) = \($0)" }
    case .template: return Bool(value).map { "\(RepositoryColumns.flag(\.isTemplate)) = \($0)" }
    case .fork:
      // `fork:true` adds forks to a search, and local lists always include them.
      let fork = RepositoryColumns.flag(\.isFork)
      return ["true": "true", "false": "NOT \(fork)", "only": fork][value]
    case .is where ["public", "private", "internal"].contains(value):
      // A repository known only to be private may be internal.
      let isPublic: SQL = "iif(\(RepositoryColumns.flag(\.isPrivate)) = false, 'public', NULL)"
      return "coalesce(lower(visibility), \(isPublic)) = \(value)"
    case .is, .in, .mirror, .followers, .goodFirstIssues, .helpWantedIssues: return nil
    }
  }

  private func count(_ column: SQL, _ text: String) -> SQL? {
    guard let range = try? ValueRange(counts: text) else { return nil }
    return "\(column) BETWEEN \(range.bounds.lowerBound) AND \(range.bounds.upperBound)"
  }

  private func time(_ column: SQL) -> SQL? {
    guard let range = try? ValueRange(times: value) else { return nil }
    return "\(column) BETWEEN \(range.bounds.lowerBound) AND \(range.bounds.upperBound)"
  }
}
