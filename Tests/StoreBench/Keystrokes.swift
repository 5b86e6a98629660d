import GitHubModel

/// Texts in the search field while a user types.
struct Keystrokes {
  private var random: SplitMix64
  private let lexicon: Lexicon
  private let targets: [Repository]

  /// `targets` are some of the stored repositories.
  init(lexicon: Lexicon, targets: [Repository], seed: UInt64) {
    (self.lexicon, self.targets, random) = (lexicon, targets, SplitMix64(seed: seed))
  }

  /// One to three words, the last cut to 1 to 10 letters.
  mutating func text(words count: Int) -> String {
    var words = (0..<count).map { _ in "" }
    let source = random.next() % 4
    let target = targets.randomElement(using: &random).map(Self.words) ?? []
    for place in words.indices { words[place] = word(source, target) }
    words[count - 1] = String(words[count - 1].prefix(Int.random(in: 1...10, using: &random)))
    if random.next() % 5 == 0 { words = words.map { String($0.prefix(3)) } }
    return words.joined(separator: " ")
  }

  /// Words with exclusions, alternatives, fields and qualifiers.
  mutating func query() -> String {
    let (first, second, third) = (text(words: 1), text(words: 1), text(words: 2))
    return switch random.next() % 8 {
    case 0: "\(third) -\(first)"
    case 1: "\(first) OR \(second)"
    case 2: "(\(first) OR \(second)) -\"\(third)\""
    case 3: "\(first) language:go"
    case 4: "\(first) stars:>100 -language:java"
    case 5: "name:\(first) \(second)"
    case 6: "language:rust -\(first)"
    default: "\(third) archived:false"
    }
  }

  /// Two words of a repository, one of which has a typing error.
  mutating func misspelled() -> String {
    var words = (targets.randomElement(using: &random).map(Self.words) ?? []).filter {
      $0.count > 5
    }
    guard !words.isEmpty else { return "javascirpt" }
    words = Array(words.shuffled(using: &random).prefix(2))
    let place = words[0].index(words[0].startIndex, offsetBy: 3)
    words[0].remove(at: place)
    return words.joined(separator: " ")
  }

  /// Takes half of the words from one repository, a quarter from common words that may never occur
  /// together, and a quarter from rare ones.
  private mutating func word(_ source: UInt64, _ target: [String]) -> String {
    switch source {
    case 0: lexicon.anyWord(using: &random)
    case 1: lexicon.word(using: &random)
    default: target.randomElement(using: &random) ?? lexicon.word(using: &random)
    }
  }

  private static func words(_ repository: Repository) -> [String] {
    "\(repository.name) \(repository.description ?? "")"
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
