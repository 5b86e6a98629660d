/// The repositories of `Resources/repositories.tsv`, which is compiled in.
///
/// One line each, tab-separated: owner, kind of owner (`u` or `o`), name, language, stars, forks,
/// open issues, created, pushed, license, topics (comma-separated), flags (letters: `a` archived,
/// `f` fork, `t` template, `m` mirror, `s` sponsorable), homepage, former name, description. An
/// empty field is null or none. Lines that start with `#` are comments. Ids follow from the names
/// as they were first written down, so lines may move.
enum CatalogueFile {
  static let repositories: [SandboxRepository] = read(
    String(decoding: PackageResources.repositories_tsv, as: UTF8.self)
  )

  /// Lines that are short of fields or have no number where one is due are passed over.
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
