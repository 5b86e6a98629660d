import Foundation
import GitHubModel
import TestSupport
import Testing

@testable import RepositoryStore

@Suite struct CacheSpoolTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/seen.spool" }

  @Test func `drains what was appended, with all of its facts, once`() throws {
    let repositories = [try repository(1), try plain(2)]
    let spool = CacheSpool(path: path)

    #expect(spool.append(repositories) > 0)

    #expect(drained(spool) == repositories)
    #expect(drained(spool).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: 0..<3)
  func `stores each flag separately, also if it is unknown`(_ shift: Int) throws {
    let values: [Bool?] = (0..<10).map { [true, false, nil][($0 + $0 / 3 + shift) % 3] }
    var repository = try plain(1)
    repository.flags.isArchived = values[0]
    repository.flags.isDisabled = values[1]
    repository.flags.isFork = values[2]
    repository.flags.isPrivate = values[3]
    repository.flags.isTemplate = values[4]
    repository.flags.hasDownloads = values[5]
    repository.flags.hasIssues = values[6]
    repository.flags.hasPages = values[7]
    repository.flags.hasProjects = values[8]
    repository.flags.hasWiki = values[9]
    let spool = CacheSpool(path: path)

    spool.append([repository])

    #expect(drained(spool) == [repository])
  }

  @Test func `drains again what a failed drain has left`() throws {
    let spool = CacheSpool(path: path)
    spool.append([try plain(1)])
    #expect(throws: Interrupted.self) {
      try spool.drain { _ throws(Interrupted) in throw Interrupted() }
    }
    spool.append([try plain(2)])

    #expect(drained(spool).map(\.id) == [1, 2])
  }

  @Test func `drains each repository once, with its latest facts`() throws {
    let spool = CacheSpool(path: path)
    var later = try repository(1)
    later.description = "later"
    spool.append([try repository(1), try plain(2)])
    spool.append([later, try plain(3)])

    #expect(drained(spool) == [later, try plain(2), try plain(3)])
  }

  @Test func `keeps the number of watchers that a later row leaves out`() throws {
    let spool = CacheSpool(path: path)
    var detail = try repository(1)
    detail.counts.subscribers = 7
    var row = detail
    row.counts.subscribers = nil
    row.description = nil
    spool.append([detail])
    spool.append([row])

    row.counts.subscribers = 7
    #expect(drained(spool) == [row])
  }

  @Test func `leaves out a repository that is too large, and keeps its neighbors`() throws {
    let spool = CacheSpool(path: path)
    var endless = try plain(2)
    endless.description = String(repeating: "x", count: CacheSpool.maxLineBytes)

    spool.append([try plain(1), endless, try plain(3)])

    #expect(drained(spool).map(\.id) == [1, 3])
  }

  @Test func `a line that was cut off by a crash affects no other line`() throws {
    let spool = CacheSpool(path: path)
    spool.append([try plain(1), try plain(2)])
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(5).write(to: URL(filePath: path))
    spool.append([try plain(3)])

    #expect(drained(spool).map(\.id) == [1, 3])
  }

  @Test func `ignores lines that it did not write, such as those of an older version`() throws {
    let fields = ["1", #""octo""#, #""r1""#] + Array(repeating: "null", count: 30)
    let older = "[\(fields.joined(separator: ","))]"
    let junk = "junk\n[1,2,3]\n\u{0}\n\(older)\n".utf8 + [0xFF, 0xFE, 10]
    try Data(junk).write(to: URL(filePath: path))

    #expect(drained(CacheSpool(path: path)).isEmpty)
  }

  @Test func `ignores a pipe, a directory and a missing directory in its place`() throws {
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    for path in [pipe, folder.path, folder.path + "/missing/seen.spool"] {
      let spool = CacheSpool(path: path)
      #expect(spool.append([try plain(1)]) == 0)
      #expect(drained(spool).isEmpty)
    }
  }

  @Test func `only the user can read the file`() throws {
    CacheSpool(path: path).append([try plain(1)])

    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  private func drained(_ spool: CacheSpool) -> [Repository] {
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
