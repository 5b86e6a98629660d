/// Generated repositories: the n-th is always the same, no matter how many are requested.
///
/// Star counts fall steeply, as on GitHub: few have thousands, most have a handful.
enum GeneratedRepositories {
  /// Generated IDs start above all others.
  static let firstID = 600_000_000

  static func first(_ count: Int) -> [SandboxRepository] {
    (0..<max(0, min(count, 1_000_000))).map(repository)
  }

  private static func repository(_ index: Int) -> SandboxRepository {
    var random = SplitMix64(seed: UInt64(index) &* 0x2545_F491_4F6C_DD1D)
    let adjective = Words.adjectives[random.below(Words.adjectives.count)]
    let noun = Words.nouns[random.below(Words.nouns.count)]
    var repository = SandboxRepository(
      id: firstID + index,
      owner: owner(&random),
      name: "\(adjective)-\(noun)-\(index)"
    )
    repository.language = random.below(12) == 0 ? nil : pick(Words.languages, &random)
    repository.license = random.below(5) == 0 ? nil : pick(Words.licenses, &random)
    repository.topics = pick(Words.topicLists, &random)
    repository.description = random.below(10) == 0 ? nil : sentence(adjective, noun, &random)
    fillCounts(of: &repository, &random)
    fillDates(of: &repository, &random)
    repository.flags = flags(&random)
    return repository
  }

  private static func owner(_ random: inout SplitMix64) -> SandboxOwner {
    let number = random.below(4_000)
    let kind = number % 3 == 0 ? SandboxOwner.Kind.organization : .user
    return SandboxOwner(
      login: "\(Words.nouns[number % Words.nouns.count])-\(number)",
      kind: kind,
      id: 300_000_000 + number
    )
  }

  private static func pick<Element>(
    _ elements: [Element],
    _ random: inout SplitMix64
  ) -> Element {
    elements[random.below(elements.count)]
  }

  private static func sentence(
    _ adjective: String,
    _ noun: String,
    _ random: inout SplitMix64
  ) -> String {
    "A \(adjective) \(noun) \(pick(Words.purposes, &random))"
  }

  private static func fillCounts(
    of repository: inout SandboxRepository,
    _ random: inout SplitMix64
  ) {
    repository.stars = 60_000 / (1 + random.below(30_000)) + random.below(20)
    repository.forks = repository.stars / (3 + random.below(12))
    repository.openIssues = random.below(60)
    repository.size = 20 + random.below(90_000)
    repository.subscribers = repository.stars / (10 + random.below(30))
  }

  private static func fillDates(
    of repository: inout SandboxRepository,
    _ random: inout SplitMix64
  ) {
    let start = UnixTime(year: 2010, month: 1, day: 1)
    let end = UnixTime(year: 2026, month: 8, day: 1)
    let life = end.seconds - start.seconds
    let created = start.advanced(by: random.below(life))
    repository.created = created
    repository.pushed = created.advanced(by: random.below(end.seconds - created.seconds))
  }

  private static func flags(_ random: inout SplitMix64) -> SandboxRepository.Flags {
    switch random.below(40) {
    case 0, 1: .archived
    case 2, 3: .fork
    case 4: .template
    case 5: .sponsorable
    case 6: .mirror
    default: []
    }
  }
}

extension SandboxConfiguration {
  /// The configured repositories, then those of the catalog file, then the generated ones.
  package var allRepositories: [SandboxRepository] {
    repositories + (includesCatalog ? CatalogFile.repositories : [])
      + GeneratedRepositories.first(generatedRepositories)
  }
}

/// The vocabulary of generated repositories.
///
/// A change here changes every generated repository.
enum Words {
  static let adjectives = [
    "amber", "brisk", "calm", "clever", "crisp", "dapper", "eager", "fabled", "gentle", "hidden",
    "humble", "jolly", "keen", "lucid", "mellow", "nimble", "placid", "quick", "quiet", "rapid",
    "sleek", "snug", "sturdy", "subtle", "swift", "tidy", "tiny", "vivid", "wary", "witty",
  ]

  static let nouns = [
    "anvil", "atlas", "beacon", "bridge", "cache", "canvas", "cipher", "compass", "crane", "engine",
    "falcon", "forge", "garden", "harbor", "kernel", "lantern", "ledger", "loom", "mirror", "orbit",
    "parser", "pixel", "queue", "radar", "router", "shell", "socket", "thread", "vault", "widget",
  ]

  static let purposes = [
    "for people who read logs at night", "that fits in one file", "with no dependencies",
    "written to be read", "for the command line", "that starts in a millisecond",
    "for small computers", "with a plugin for everything", "that speaks HTTP", "for tests",
    "to learn from", "🚀", "für kleine Teams", "轻量 工具", "with batteries and a torch",
  ]

  static let languages = [
    "Swift", "Rust", "Go", "Python", "TypeScript", "JavaScript", "C", "C++", "C#", "Java", "Kotlin",
    "Ruby", "PHP", "Shell", "Haskell", "Elixir", "Lua", "Zig", "Dart", "Scala", "OCaml",
    "Jupyter Notebook", "Vim Script", "Objective-C",
  ]

  static let licenses = [
    "mit", "apache-2.0", "gpl-3.0", "bsd-3-clause", "mpl-2.0", "isc", "unlicense",
  ].map(SandboxLicense.init)

  static let topicLists = [
    [], ["cli"], ["cli", "terminal"], ["http", "server"], ["parser", "compiler"], ["testing"],
    ["machine-learning", "python"], ["linux", "kernel", "drivers"], ["game", "engine"],
    ["database", "sql", "storage", "embedded"], ["swift", "ios"], ["hacktoberfest"],
  ]
}
