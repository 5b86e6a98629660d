import Foundation
import GitHubModel
import RepositoryStore

#if canImport(Glibc)
  import Glibc
#endif

// A process that the tests run in parallel, kill, or run out of disk space: `StoreFixture WORK PATH
// [FIRST COUNT]`. It prints a line for each acknowledged change.

/// Unbuffered, so that the tests see every line of a killed process.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func repository(_ number: Int) throws -> Repository {
  guard let name = RepositoryName("owner/r\(number)") else { throw CocoaError(.formatting) }
  let url = "https://github.com/\(name)"
  var made = Repository(id: Int64(number), name: name, owner: Owner(login: "owner"), url: url)
  made.counts.stars = number % 100
  made.description = "number \(number) of many words that take some room in the file"
  return made
}

struct Work {
  let path: String
  let numbers: Range<Int>

  func library() throws -> LibraryStore { try LibraryStore(path: path, now: { Date() }) }

  func addFavorites() throws {
    let store = try library()
    for number in numbers {
      _ = try store.addFavorite(repository(number))
      say("favorite \(number)")
    }
  }

  /// Alternates between stars, favorites and pages of a sync.
  func changeAll() throws {
    let store = try library()
    guard let token = AccessToken("token") else { return }
    let account = try store.identify(token, asUser: 1)
    for number in numbers {
      let one = try repository(number)
      say("begun \(number)")
      try store.record(isStarred: true, one.name, one, of: account)
      say("star \(number)")
      _ = try store.addFavorite(one)
      say("favorite \(number)")
      try sync(number, store, account)
    }
  }

  private func sync(_ number: Int, _ store: LibraryStore, _ account: AccountID) throws {
    let one = try repository(number + 1_000_000)
    let begun = try store.beginSync(of: account)
    let stars = try store.stars(of: account)
    let new = Star(one, starredAt: Date())
    try store.recordPage(1, stars + [new], of: account)
    _ = try store.finish(begun)
    say("synced \(number + 1_000_000)")
  }

  /// Continues until the file can no longer grow.
  func fill() throws {
    signal(SIGXFSZ, SIG_IGN)
    let store = try library()
    var limit = rlimit(rlim_cur: 280_000, rlim_max: 280_000)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    for number in numbers {
      _ = try store.addFavorite(repository(number))
      say("favorite \(number)")
    }
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let first = arguments.dropFirst(3).first.flatMap { Int($0) } ?? 1
let count = arguments.dropFirst(4).first.flatMap { Int($0) } ?? 1
let work = Work(path: arguments[2], numbers: first..<first + count)
do {
  switch arguments[1] {
  case "favorites": try work.addFavorites()
  case "all": try work.changeAll()
  case "fill": try work.fill()
  default: exit(64)
  }
} catch {
  say("error \(error)")
  exit(9)
}
