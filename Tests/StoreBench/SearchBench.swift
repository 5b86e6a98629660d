import Foundation
import GitHubModel
import Markdown
import RepositoryStore
import SearchQuality

/// Measures the quality of star searches, and their cost with 10,000 READMEs.
struct SearchBench {
  private let directory: String
  private let clock = ContinuousClock()

  init(directory: String) { self.directory = directory }

  /// Prints the results in Markdown; returns whether they meet the goals.
  func run() throws -> Bool {
    let isGoodEnough = try printQuality()
    return try printCosts() && isGoodEnough
  }

  // MARK: Quality

  private func printQuality() throws -> Bool {
    let path = "\(directory)/judged.db"
    try? FileManager.default.removeItem(atPath: path)
    let quality = try SearchQuality(path: path)
    print("| query | nDCG@10 | found instead |\n|---|---:|---|")
    for query in JudgedQuery.all {
      let score = try quality.score(of: query)
      if score > 0.999 { continue }
      let found = try quality.results(of: query).prefix(4).joined(separator: ", ")
      print("| \(query.text) | \(String(format: "%.3f", score)) | \(found) |")
    }
    print("\n| kind | queries | nDCG@10 |\n|---|---:|---:|")
    var least = 1.0
    for kind in JudgedQuery.Kind.allCases {
      let count = JudgedQuery.all.count { $0.kind == kind }
      let score = try quality.meanScore(of: kind)
      least = min(least, score)
      print("| \(kind) | \(count) | \(String(format: "%.3f", score)) |")
    }
    let mean = try quality.meanScore()
    print("\n\(JudgedQuery.all.count) queries: nDCG@10 \(String(format: "%.3f", mean))\n")
    return mean + 0.000_5 >= SearchQuality.recorded && least >= SearchQuality.minScore
  }

  // MARK: Costs

  private static let count = 10_000
  private static let goal = 10.0
  private static let correctionGoal = 30.0
  private static let maxBytes = 150_000_000

  private func printCosts() throws -> Bool {
    let path = "\(directory)/library.db"
    let store = try LibraryStore(path: path, now: { Date() })
    guard let token = AccessToken("bench") else { return false }
    let account = try store.identify(token, asUser: 1)
    var generator = Generator(seed: 1)
    let repositories = generator.repositories(Self.count)
    if try store.readmeCount(of: account) < Self.count {
      try star(repositories, in: store, account)
      try fill(store, account, &generator)
    }
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print("\(Self.count) stars with READMEs: \(bytes / 1_000_000) MB on disk.")

    var keystrokes = Keystrokes(lexicon: generator.lexicon, targets: repositories, seed: 2)
    var worst = (time: 0.0, text: "")
    print(
      "\n| processor milliseconds | texts | median | 95th | 99th | worst |\n|---|---:|---:|---:|---:|---:|"
    )
    var (found, corrected) = ([Double](), [Double]())
    func measure(_ what: String, _ text: () -> String) throws {
      let times = try (0..<500).map { _ in
        let query = StarQuery(text())
        let before = Figures.processorTime
        let matches = try store.starMatches(query, of: account, limit: 30)
        let time = Figures.processorTime - before
        if time > worst.time { worst = (time, query.query.text) }
        let isFound = matches.correction == nil && !matches.stars.isEmpty
        if isFound { found.append(time) } else { corrected.append(time) }
        return time
      }
      print("| \(what), best 30 | \(Figures(times).cells) |")
    }
    for words in 1...3 {
      try measure("\(words) word\(words == 1 ? "" : "s")") { keystrokes.text(words: words) }
    }
    try measure("exclusions, groups, qualifiers") { keystrokes.query() }
    try measure("a typing error") { keystrokes.misspelled() }
    print("| all that find something | \(Figures(found).cells) |")
    print("| all that are corrected, or find nothing | \(Figures(corrected).cells) |")
    try printContext(store, account, &keystrokes)
    let due = try (0..<20).map { _ in
      milliseconds(try clock.measure { _ = try store.dueReadmes(of: account) })
    }
    print("| due READMEs | \(Figures(due).cells) |")
    print("\nThe slowest was `\(worst.text)`. Peak memory: \(Figures.peakMemory) MiB.")
    return Figures(found).percentile(0.95) <= Self.goal
      && Figures(corrected).percentile(0.95) <= Self.correctionGoal && bytes <= Self.maxBytes
  }

  private func printContext(
    _ store: LibraryStore,
    _ account: AccountID,
    _ keystrokes: inout Keystrokes
  ) throws {
    let times = try (0..<300).map { _ in
      let text = keystrokes.text(words: 2)
      let query = StarQuery(text)
      let ids = try store.starMatches(query, of: account, limit: 30).stars.compactMap(
        \.repository?.id
      )
      return milliseconds(
        try clock.measure { _ = try store.matchedLines(query, of: ids, by: account) }
      )
    }
    print("| matching lines of these | \(Figures(times).cells) |")
  }

  private func star(
    _ repositories: [Repository],
    in store: LibraryStore,
    _ account: AccountID
  ) throws {
    try store.beginSync(of: account)
    for page in 0..<repositories.count / 100 {
      let stars = repositories[page * 100..<page * 100 + 100].enumerated().map {
        index,
        repository in
        Star(
          name: repository.name,
          repository: repository,
          starredAt: Date(timeIntervalSince1970: 1_790_000_000 - Double(page * 100 + index) * 3_600)
        )
      }
      try store.takePage(page + 1, stars, of: account)
    }
    _ = try store.finishSync(of: account)
  }

  /// Stores the READMEs and prints the cost.
  private func fill(
    _ store: LibraryStore,
    _ account: AccountID,
    _ generator: inout Generator
  ) throws {
    var (bytes, reading, storing) = (0, 0.0, 0.0)
    var rest = try store.dueReadmes(of: account)[...]
    while !rest.isEmpty {
      let batch = rest.prefix(40)
      rest = rest.dropFirst(batch.count)
      let readmes = batch.map { ($0, generator.readme()) }
      let start = Figures.processorTime
      let answers = readmes.map { due, markdown in
        let text = MarkdownDocument.plainText(of: markdown)
        bytes += min(text.utf8.count, LibraryStore.maxReadmeBytes)
        return (due: due, answer: FetchedReadme.usual(text, version: "\(due.id)"))
      }
      reading += Figures.processorTime - start
      try store.record(answers)
      storing += Figures.processorTime - start
    }
    let (read, stored) = (reading / Double(Self.count), storing / Double(Self.count))
    print(
      """
      Texts of \(bytes / 1_000_000) MB: \(String(format: "%.2f", stored)) ms of processor time each, \
      \(String(format: "%.2f", read)) ms of it to make plain text of Markdown.
      """
    )
  }

  private func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
}
