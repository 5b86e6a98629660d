import Foundation
import GRDB
import GitHubSandbox
import TestSupport
import Testing

/// `doctor` on homes in many states, none of which it changes.
@Suite struct DoctorStoreTests {
  private let home = TemporaryFolder()

  private static let library = ".local/share/ghsearch/library-loopback.db"
  private static let cache = ".cache/ghsearch/seen-loopback.db"

  /// A state of a home, and the verdict on the library's file; nil if there is none.
  struct State: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verdict: String?
    let make: @Sendable (DoctorStoreTests) throws -> Void
  }

  private static let states: [State] = [
    State(testDescription: "used", verdict: "ok") { _ in },
    State(testDescription: "without files", verdict: nil) { test in
      try FileManager.default.removeItem(atPath: test.home.path)
      try FileManager.default.createDirectory(
        atPath: test.home.path,
        withIntermediateDirectories: true
      )
    },
    State(testDescription: "empty files", verdict: "ok") { test in
      try test.change([library, cache]) { _ in Data() }
    },
    State(testDescription: "not a database", verdict: "fail") { test in
      try test.change([library, cache]) { Data(repeating: 0x55, count: $0.count) }
    },
    State(testDescription: "a damaged page", verdict: "fail") { test in
      try test.change([library, cache]) { bytes in
        var bytes = bytes
        bytes.replaceSubrange(
          4_096..<min(bytes.count, 20_480),
          with: repeatElement(0xA5, count: 16_384)
        )
        return bytes
      }
    },
    State(testDescription: "cut short", verdict: "fail") { test in
      try test.change([library, cache]) { $0.prefix($0.count / 2 / 4_096 * 4_096) }
    },
    State(testDescription: "a newer schema", verdict: "fail") { test in
      for path in [library, cache] {
        try test.sqlite(path, "PRAGMA user_version = 999")
      }
    },
    State(testDescription: "WAL mode", verdict: "fail") { test in
      for path in [library, cache] { try test.sqlite(path, "PRAGMA journal_mode = WAL") }
    },
    State(testDescription: "a hot journal", verdict: "ok") { test in
      try test.interrupt(library)
    },
    State(testDescription: "a stale lock file", verdict: "ok") { test in
      try Data().write(to: test.url(library + ".intents"))
    },
    State(testDescription: "readable by all", verdict: "warn") { test in
      for path in [library, cache] { chmod(test.url(path).path, 0o644) }
    },
    State(testDescription: "a folder in the way", verdict: "fail") { test in
      try FileManager.default.removeItem(at: test.url(library))
      try FileManager.default.createDirectory(
        at: test.url(library),
        withIntermediateDirectories: false
      )
    },
    State(testDescription: "a pipe in the way", verdict: "fail") { test in
      try FileManager.default.removeItem(at: test.url(library))
      mkfifo(test.url(library).path, 0o600)
    },
  ]

  @Test(arguments: states) func `reports problems without changing anything`(_ state: State)
    async throws
  {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "vapor/vapor")
    _ = await harness().run("vapor", "--cache", "1d")
    _ = await harness().run("swift")
    try state.make(self)
    let before = try contents()

    let outcome = await harness().run("doctor")

    #expect(try contents() == before)
    let rows = outcome.lines.map { $0.split(separator: "\t") }.filter { $0.count > 1 }
    #expect(rows.first { $0[1] == "library" }.map { String($0[0]) } == state.verdict)
  }
}

// MARK: - Homes

extension DoctorStoreTests {
  private func url(_ path: String) -> URL { URL(fileURLWithPath: home.path + "/" + path) }

  private func change(_ paths: [String], _ change: (Data) -> Data) throws {
    for path in paths { try change(Data(contentsOf: url(path))).write(to: url(path)) }
  }

  private func sqlite(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: url(path).path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Leaves a file and a journal, like a process killed during a large transaction.
  private func interrupt(_ path: String) throws {
    let copy = TemporaryFolder().path + ".db"
    try FileManager.default.moveItem(at: url(path), to: URL(fileURLWithPath: copy))
    let queue = try DatabaseQueue(path: copy)
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = 1")
      try database.inTransaction(.immediate) {
        try database.execute(
          sql: """
            CREATE TABLE filler (text);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO filler SELECT hex(randomblob(200)) FROM n;
            """
        )
        for end in ["", "-journal"] {
          try FileManager.default.copyItem(atPath: copy + end, toPath: url(path).path + end)
        }
        return .rollback
      }
    }
    try queue.close()
    try FileManager.default.removeItem(atPath: copy)
  }

  /// Every path below the home, with its type and mode, inode, modification time, and bytes.
  private func contents() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    for path in paths + [""] {
      var status = stat()
      guard lstat(home.path + "/" + path, &status) == 0 else { continue }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let bytes = isFile ? try Data(contentsOf: url(path)).base64EncodedString() : ""
      let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/" + path)
      let modified = attributes[.modificationDate] as? Date
      found[path] = ["\(status.st_mode)", "\(status.st_ino)", "\(modified as Any)", bytes]
    }
    return found
  }
}
