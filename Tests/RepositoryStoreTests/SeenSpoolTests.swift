import Foundation
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct SeenSpoolTests {
  private let folder = NSTemporaryDirectory() + "ghsearch-spool-\(UUID().uuidString)"
  private var path: String { folder + "/seen.spool" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test func `hands over what was appended, every fact of it, once`() throws {
    let repositories = [try repository(1), try plain(2)]
    let spool = SeenSpool(path: path)

    #expect(spool.append(repositories) > 0)

    #expect(drained(spool) == repositories)
    #expect(drained(spool).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `hands over again what was not taken to the end`() throws {
    let spool = SeenSpool(path: path)
    spool.append([try plain(1)])
    #expect(throws: Interrupted.self) {
      try spool.drain { _ throws(Interrupted) in throw Interrupted() }
    }
    spool.append([try plain(2)])

    #expect(drained(spool).map(\.id) == [1, 2])
  }

  @Test func `hands over the last word on each repository, and no other`() throws {
    let spool = SeenSpool(path: path)
    var later = try repository(1)
    later.description = "later"
    spool.append([try repository(1), try plain(2)])
    spool.append([later, try plain(3)])

    #expect(drained(spool) == [try plain(2), later, try plain(3)])
  }

  @Test func `a repository beyond all reason is not kept, and its neighbours are`() throws {
    let spool = SeenSpool(path: path)
    var endless = try plain(2)
    endless.description = String(repeating: "x", count: SeenSpool.longestLine)

    spool.append([try plain(1), endless, try plain(3)])

    #expect(drained(spool).map(\.id) == [1, 3])
  }

  @Test func `a line cut off by a crash costs that line alone`() throws {
    let spool = SeenSpool(path: path)
    spool.append([try plain(1), try plain(2)])
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(5).write(to: URL(filePath: path))
    spool.append([try plain(3)])

    #expect(drained(spool).map(\.id) == [1, 3])
  }

  @Test func `bytes that nobody wrote are passed over`() throws {
    try Data("junk\n1\t2\t3\n\u{0}\n".utf8 + [0xFF, 0xFE, 10]).write(to: URL(filePath: path))

    #expect(drained(SeenSpool(path: path)).isEmpty)
  }

  @Test func `a pipe, a folder or nothing in its place is left alone`() throws {
    let pipe = folder + "/pipe"
    mkfifo(pipe, 0o600)
    for path in [pipe, folder, folder + "/missing/seen.spool"] {
      let spool = SeenSpool(path: path)
      #expect(spool.append([try plain(1)]) == 0)
      #expect(drained(spool).isEmpty)
    }
  }

  @Test func `is for the user's eyes alone`() throws {
    SeenSpool(path: path).append([try plain(1)])

    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  private func drained(_ spool: SeenSpool) -> [Repository] {
    var all: [Repository] = []
    spool.drain { (repositories) throws(Never) in all += repositories }
    return all
  }

  private struct Interrupted: Error {}

  private func plain(_ id: Int64) throws -> Repository {
    let name = try #require(RepositoryName("octo/r\(id)"))
    return Repository(id: id, name: name, owner: Owner(login: "octo"), url: "https://x.test")
  }

  private func repository(_ id: Int64) throws -> Repository {
    var repository = try plain(id)
    repository.nodeID = "R_1"
    repository.owner.id = 9
    repository.owner.kind = "User"
    repository.owner.url = "https://x.test/octo"
    repository.owner.avatarURL = "https://a.test/9"
    repository.description = "tab\there, \\N, line\r\nbreak, \u{1F600} and \\t"
    repository.homepage = ""
    repository.language = "C++"
    repository.topics = ["a", "b-c"]
    repository.license = License(key: "mit")
    repository.license?.spdxID = "MIT"
    repository.defaultBranch = "main"
    repository.visibility = "public"
    repository.counts.stars = 12
    repository.counts.size = 0
    repository.dates.created = Date(timeIntervalSince1970: 1_500_000_000)
    repository.dates.pushed = Date(timeIntervalSince1970: -5)
    repository.flags.isArchived = true
    repository.flags.hasWiki = false
    return repository
  }
}
