/// All repositories of a sandbox, found by current or former name, by ID or by search.
struct Catalog: Sendable {
  private(set) var entries: [SearchEntry]
  private var positions: [String: Int]
  private var positionsOfFormerNames: [String: Int]
  private let positionsByID: [Int: Int]
  private let owners: [String: SandboxOwner]

  /// Creates a catalog; if two repositories share a name or ID, only the first counts.
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
    repository(named: "\(owner)/\(name)")
  }

  func repository(named fullName: String) -> SandboxRepository? {
    positions[fullName.lowercased()].map { entries[$0].repository }
  }

  /// The repository that formerly had this name.
  func repository(formerlyOwner owner: String, name: String) -> SandboxRepository? {
    positionsOfFormerNames["\(owner)/\(name)".lowercased()].map { entries[$0].repository }
  }

  mutating func edit(_ fullName: String, _ change: (inout SandboxRepository) -> Void) {
    guard let position = positions[fullName.lowercased()] else { return }
    var repository = entries[position].repository
    let former = repository.fullName
    change(&repository)
    if repository.fullName != former {
      repository.formerNames.append(former)
      positions[former.lowercased()] = nil
      positionsOfFormerNames[former.lowercased()] = position
      positions[repository.key] = position
    }
    entries[position] = SearchEntry(repository)
  }

  func repository(id: Int) -> SandboxRepository? {
    positionsByID[id].map { entries[$0].repository }
  }

  /// The forks of a repository: those flagged as forks with the same name.
  func forks(of repository: SandboxRepository) -> [SandboxRepository] {
    entries.map(\.repository).filter {
      $0.flags.contains(.fork) && $0.name == repository.name && $0.id != repository.id
    }
  }

  func owner(login: String) -> SandboxOwner? {
    owners[login.lowercased()]
  }

  func owner(id: Int) -> SandboxOwner? {
    owners.values.first { $0.id == id }
  }
}

/// The repositories of `text`.
///
/// One line each, tab-separated: owner, kind of owner (`u` or `o`), name, language, stars, forks,
/// open issues, created, pushed, license, topics (comma-separated), flags (letters: `a` archived,
/// `f` fork, `t` template, `m` mirror, `s` sponsorable), homepage, former name, description. An
/// empty field is null or none. Lines that start with `#` are comments. Ids are derived from the
/// names as first listed, so lines may move.
enum CatalogFile {
  static let repositories: [SandboxRepository] = read(text)

  /// Skips lines with too few fields or an invalid number.
  static func read(_ text: String) -> [SandboxRepository] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(repository)
  }

  private static func repository(_ line: Substring) -> SandboxRepository? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 15, let stars = Int(fields[4]), let forks = Int(fields[5]),
      let openIssues = Int(fields[6]), let created = UnixTime(iso8601: fields[7]),
      let pushed = UnixTime(iso8601: fields[8])
    else { return nil }
    let owner = SandboxOwner(login: fields[0], kind: fields[1] == "o" ? .organization : .user)
    let hash = stableHash("\(fields[0])/\(fields[2])".utf8)
    var repository = SandboxRepository(
      id: 1_000_000 + Int(hash % 400_000_000),
      owner: owner,
      name: fields[2]
    )
    (repository.stars, repository.forks, repository.openIssues) = (stars, forks, openIssues)
    (repository.created, repository.pushed) = (created, pushed)
    repository.size = 200 + Int(hash >> 40 % 400_000)
    repository.subscribers = max(1, stars / (18 + Int(hash >> 32 % 30)))
    fill(&repository, from: fields)
    return repository
  }

  private static func fill(_ repository: inout SandboxRepository, from fields: [String]) {
    repository.language = optional(fields[3])
    repository.license = SandboxLicense(fields[9])
    repository.topics = fields[10].split(separator: ",").map(String.init)
    repository.flags = flags(fields[11])
    repository.homepage = optional(fields[12])
    repository.formerNames = optional(fields[13]).map { [$0] } ?? []
    repository.description = optional(fields[14])
  }

  private static func optional(_ field: String) -> String? { field.isEmpty ? nil : field }

  private static func flags(_ letters: String) -> SandboxRepository.Flags {
    letters.reduce(into: []) { flags, letter in
      switch letter {
      case "a": flags.insert(.archived)
      case "f": flags.insert(.fork)
      case "t": flags.insert(.template)
      case "m": flags.insert(.mirror)
      case "s": flags.insert(.sponsorable)
      default: break
      }
    }
  }
}
