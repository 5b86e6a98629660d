import Foundation
import GitHubModel

/// Generates repositories like GitHub's: few owners have many, and most have hardly any stars.
struct Generator {
  private(set) var random: SplitMix64
  let lexicon: Lexicon
  private var next: Int64 = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    lexicon = Lexicon(count: 80_000, using: &random)
  }

  mutating func repositories(_ count: Int) -> [Repository] {
    var made: [Repository] = []
    while made.count < count { if let one = repository() { made.append(one) } }
    return made
  }

  /// A README in Markdown: most have some 500 words, a few have thousands; one in eight is in Chinese.
  mutating func readme() -> String {
    let isChinese = random.next() % 8 == 0
    let count = Int(min(9_000, exp(6.2 + 1.1 * normal())))
    var text = "# Title\n\n[![build](https://example.org/badge.svg)](https://example.org)\n\n"
    for place in 0..<count {
      let word = isChinese ? ideograph() : lexicon.word(using: &random)
      switch place % 48 {
      case 0: text += "## \(word)\n\n"
      case 12, 14, 16: text += "\n- **\(word)** "
      case 18: text += "\n\n```sh\nrun \(word) --all\n```\n\n"
      case 24: text += "[\(word)](https://example.org/\(place)) "
      case 30: text += "`\(word)` "
      case 11, 23, 35: text += "\(word)\n"
      case 47: text += "\(word)\n\n"
      default: text += isChinese ? word : "\(word) "
      }
    }
    return text
  }

  /// Returns common ideographs more often.
  private mutating func ideograph() -> String {
    let place = Int(min(2_999, pow(1 - random.fraction(), -1 / 0.6) - 1))
    return Unicode.Scalar(UInt32(0x4E00 + place)).map { String($0) } ?? ""
  }

  /// A normally distributed number, by the Box–Muller method.
  private mutating func normal() -> Double {
    (-2 * log(1 - random.fraction())).squareRoot() * cos(2 * .pi * random.fraction())
  }

  private mutating func repository() -> Repository? {
    next += 1
    guard let name = RepositoryName(owner: owner(), name: name()) else { return nil }
    var made = Repository(
      id: next * 1_000 + Int64.random(in: 0..<1_000, using: &random),
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(name)"
    )
    fill(&made)
    return made
  }

  private mutating func fill(_ made: inout Repository) {
    made.nodeID = "R_kgDO" + String(made.id, radix: 36)
    made.cloneURL = "https://github.com/\(made.name).git"
    made.sshURL = "git@github.com:\(made.name).git"
    made.defaultBranch = "main"
    made.visibility = "public"
    made.owner.id = made.id / 3
    made.owner.kind = "User"
    made.owner.url = "https://github.com/\(made.name.owner)"
    made.owner.avatarURL = "https://avatars.githubusercontent.com/u/\(made.id / 3)?v=4"
    made.description = description()
    made.language = Self.languages.randomElement(using: &random) ?? nil
    made.topics = words([0, 0, 0, 1, 3, 6])
    fillCounts(&made)
  }

  private mutating func fillCounts(_ made: inout Repository) {
    let stars = min(480_000, Int(pow(1 - random.fraction(), -1.05)) - 1)
    made.counts.stars = stars
    made.counts.searchWatchers = stars
    made.counts.forks = stars / 6
    made.counts.openIssues = stars / 40
    made.counts.size = Int.random(in: 1..<90_000, using: &random)
    let created = Double.random(in: 1_210_000_000...1_790_000_000, using: &random)
    made.dates.created = Date(timeIntervalSince1970: created)
    made.dates.updated = Date(timeIntervalSince1970: created + 4_000_000)
    made.dates.pushed = Date(timeIntervalSince1970: created + 3_000_000)
    made.flags.isFork = false
    made.flags.isArchived = random.next() % 12 == 0
  }

  private mutating func owner() -> String {
    let number = random.next() % 3 == 0 ? String(random.next() % 1_000) : ""
    return words([1, 1, 2]).joined() + number
  }

  private mutating func name() -> String {
    let separator = ["-", "-", "-", "_", ".", ""].randomElement(using: &random) ?? "-"
    return words([1, 1, 2, 2, 3]).joined(separator: separator)
  }

  private mutating func description() -> String? {
    let text = words([0, 3, 5, 7, 9, 12, 16]).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  private mutating func words(_ counts: [Int]) -> [String] {
    (0..<(counts.randomElement(using: &random) ?? 1)).map { _ in lexicon.word(using: &random) }
  }

  private static let languages: [String?] = [
    "Python", "Python", "JavaScript", "JavaScript", "TypeScript", "Java", "Go", "Rust", "C++", "C",
    "Swift", "Ruby", "PHP", "C#", "HTML", "Shell", "Kotlin", "Jupyter Notebook", nil, nil,
  ]
}
