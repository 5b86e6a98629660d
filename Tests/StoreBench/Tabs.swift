import Foundation
import GitHubModel
import RepositoryStore

/// Measures the screen's tabs: opening a list of 10,000 stars, its last page, and keys that filter
/// it.
func benchTabs(_ generator: inout Generator, in directory: String) throws {
  let count = 10_000
  let path = "\(directory)/tabs.sqlite"
  try? FileManager.default.removeItem(atPath: path)
  let store = try LibraryStore(path: path, now: { Date() })
  guard let token = AccessToken("ghp_bench") else { return }
  let account = try store.identify(token, asUser: 1)
  try store.beginSync(of: account)
  let repositories = generator.repositories(count)
  for page in 0..<count / 100 {
    let stars = repositories[page * 100..<page * 100 + 100].enumerated().map { index, repository in
      let date = Date(timeIntervalSince1970: 1_700_000_000 - Double(page * 100 + index) * 3_600)
      return Star(name: repository.name, repository: repository, starredAt: date)
    }
    try store.takePage(page + 1, stars, of: account)
  }
  _ = try store.finishSync(of: account)

  func row(_ what: String, _ change: (inout LocalListQuery, Int) -> Void) throws {
    let times = try (0..<200).map { round in
      var query = LocalListQuery()
      change(&query, round)
      let start = Figures.processorTime
      _ = try store.page(of: .stars(account), query)
      return Figures.processorTime - start
    }
    print("| \(what) | \(Figures(times).cells) |")
  }
  let words = repositories.compactMap { $0.name.name.split(separator: "-").first.map(String.init) }
  print("\n| processor milliseconds, \(count) stars | calls | median | 95th | 99th | worst |")
  print("|---|---:|---:|---:|---:|---:|")
  try row("the first page") { _, _ in }
  try row("the last page") { query, _ in query.offset = count - 100 }
  try row("one letter") { query, round in query.text = String(words[round].prefix(1)) }
  try row("three letters") { query, round in query.text = String(words[round].prefix(3)) }
  try row("a word") { query, round in query.text = words[round] }
  try row("by stars") { query, _ in query.sort = .stars }
  let languages = ["swift", "go", "rust"]
  try row("language:swift") { query, round in
    query.text = "language:\(languages[round % languages.count])"
  }
}
