import Foundation
import GRDB
import GitHubModel
import RepositoryStore
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct PlaceTests {
  private let folder = Folder()

  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    ).intValue
  }

  @Test func `creates files and directories that only the user can read`() throws {
    _ = try folder.library().addFavorite(Sample.full)

    #expect(try mode(folder.path + "/data") == 0o700)
    #expect(try mode(folder.libraryPath) == 0o600)
  }

  @Test func `makes a file private if others can read it`() throws {
    _ = try folder.library()
    chmod(folder.libraryPath, 0o644)

    _ = try folder.library()

    #expect(try mode(folder.libraryPath) == 0o600)
  }

  @Test(arguments: ["fifo", "folder", "link", "dangling"])
  func `neither opens nor replaces anything but a regular file`(_ kind: String) throws {
    mkdir(folder.path + "/data", 0o700)
    switch kind {
    case "fifo": mkfifo(folder.libraryPath, 0o600)
    case "folder": mkdir(folder.libraryPath, 0o700)
    case "link": symlink("/etc/passwd", folder.libraryPath)
    default: symlink(folder.path + "/nowhere", folder.libraryPath)
    }

    let reason = "it is not a regular file"
    #expect(throws: StoreError.unavailable(folder.libraryPath, reason: reason)) {
      _ = try folder.library()
    }
    let kept = try FileManager.default.attributesOfItem(atPath: folder.libraryPath)[.type]
    #expect(kept as? FileAttributeType != .typeRegular)
  }

  @Test func `reports why a directory cannot be created`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/data"))

    #expect(throws: StoreError.unavailable(folder.libraryPath, reason: "Not a directory")) {
      _ = try folder.library()
    }
  }

  @Test func `does not change a file with a newer schema`() throws {
    _ = try folder.library().addFavorite(Sample.full)
    let queue = try DatabaseQueue(path: folder.libraryPath)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = 999") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    #expect(throws: StoreError.newerSchema(folder.libraryPath)) { _ = try folder.library() }

    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath)) == before)
  }

  @Test func `describes each failure in one line`() throws {
    let errors: [StoreError] = [
      .newerSchema("/p"), .busy("/p"), .diskFull("/p"), .unavailable("/p", reason: "why"),
      .corrupt("/p", setAsideAs: nil), .corrupt("/p", setAsideAs: "/q"),
    ]

    #expect(errors.allSatisfy { "\($0)".hasPrefix("/p ") && !"\($0)".contains("\n") })
    #expect(Set(errors.map { "\($0)" }).count == errors.count)
  }
}
