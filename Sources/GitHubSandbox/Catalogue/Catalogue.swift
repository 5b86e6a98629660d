/// All repositories of a sandbox, found by name, by former name, by id or by search.
struct Catalogue: Sendable {
  let entries: [SearchEntry]
  private let positions: [String: Int]
  private let positionsOfFormerNames: [String: Int]
  private let positionsByID: [Int: Int]
  private let owners: [String: SandboxOwner]

  /// Of two repositories with one name or id the first is kept.
  init(_ repositories: [SandboxRepository]) {
    var positions: [String: Int] = [:]
    var ids: [Int: Int] = [:]
    var entries: [SearchEntry] = []
    entries.reserveCapacity(repositories.count)
    for repository in repositories {
      let key = repository.key
      guard positions[key] == nil, ids[repository.id] == nil else { continue }
      positions[key] = entries.count
      ids[repository.id] = entries.count
      entries.append(SearchEntry(repository))
    }
    self.entries = entries
    self.positions = positions
    positionsByID = ids
    owners = Self.owners(in: entries)
    positionsOfFormerNames = Self.formerNames(in: entries)
  }

  private static func owners(in entries: [SearchEntry]) -> [String: SandboxOwner] {
    entries.reduce(into: [:]) { $0[$1.ownerKey] = $1.repository.owner }
  }

  private static func formerNames(in entries: [SearchEntry]) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (position, entry) in entries.enumerated() {
      for name in entry.repository.formerNames { positions[name.lowercased()] = position }
    }
    return positions
  }

  func repository(owner: String, name: String) -> SandboxRepository? {
    positions["\(owner)/\(name)".lowercased()].map { entries[$0].repository }
  }

  /// The repository that had this name once.
  func repository(formerlyOwner owner: String, name: String) -> SandboxRepository? {
    positionsOfFormerNames["\(owner)/\(name)".lowercased()].map { entries[$0].repository }
  }

  func repository(id: Int) -> SandboxRepository? {
    positionsByID[id].map { entries[$0].repository }
  }

  func owner(login: String) -> SandboxOwner? {
    owners[login.lowercased()]
  }

  func owner(id: Int) -> SandboxOwner? {
    owners.values.first { $0.id == id }
  }
}
