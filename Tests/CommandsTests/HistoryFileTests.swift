import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct HistoryFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/state/ghsearch" }
  private var file: String { path + "/history" }

  /// As another process would have it.
  private func history() -> HistoryFile {
    HistoryFile(directory: path, lockRetryDelay: lockRetryDelay)
  }

  private func content() throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try folder.write(text, to: "state/ghsearch/history", mode: mode)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `returns texts newest first, each once, from a file that only the user can read`()
    async throws
  {
    for text in ["swift", "nio", "swift"] { await history().add(text) }

    #expect(await history().texts() == ["swift", "nio"])
    #expect(try mode(file) == 0o600)
    #expect(try mode(path) == 0o700)
  }

  @Test func `is empty before the first text`() async {
    #expect(await history().texts() == [])
  }

  @Test func `concurrent writers lose nothing and mix nothing up`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for count in 0..<25 { await self.history().add("writer \(writer) text \(count)") }
        }
      }
    }

    let texts = await history().texts()

    #expect(texts.count == 200)
    #expect(Set(texts) == Set((0..<8).flatMap { w in (0..<25).map { "writer \(w) text \($0)" } }))
    for writer in 0..<8 {
      let own = texts.filter { $0.hasPrefix("writer \(writer) ") }
      #expect(own == (0..<25).reversed().map { "writer \(writer) text \($0)" })
    }
  }

  @Test func `what could be a secret is neither written nor read`() async throws {
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    try write("old \(token)\nswift\n")

    await history().add("language:swift \(token)")
    await history().add("two\nlines")

    #expect(await history().texts() == ["swift"])
    #expect(try content() == "old \(token)\nswift\n")
  }

  @Test func `a file that has grown is written anew, each text once and the oldest left out`()
    async throws
  {
    let pad = String(repeating: "x ", count: 200)
    for number in 0..<200 { await history().add("\(number) \(pad)") }

    let texts = await history().texts()

    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count <= 48 * 1024)
    #expect(texts.count >= 60)
    #expect(texts == (0..<200).suffix(texts.count).reversed().map { "\($0) \(pad)" })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        == ["history", "history.lock"]
    )
  }

  @Test func `a line that was cut off stays a separate line`() async throws {
    try write("swift\ncut of")

    await history().add("nio")

    #expect(try content() == "swift\ncut of\nnio\n")
  }

  @Test(arguments: [0o644, 0o660, 0o606])
  func `a file that others can reach is left alone`(mode: Int) async throws {
    try write("swift\n", mode: mode)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)

    await history().add("nio")

    #expect(await history().texts() == [])
    #expect(try content() == "swift\n")
  }

  @Test func `a link, a directory and a pipe in its place are left alone`() async throws {
    let target = folder.path + "/target"
    try write("")
    try FileManager.default.removeItem(atPath: file)
    _ = FileManager.default.createFile(atPath: target, contents: nil)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
    await history().add("swift")
    #expect(FileManager.default.contents(atPath: target) == Data())

    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    await history().add("swift")
    #expect(await history().texts() == [])

    try FileManager.default.removeItem(atPath: file)
    mkfifo(file, 0o600)
    await history().add("swift")
    #expect(await history().texts() == [])
  }

  @Test func `ignores a directory that cannot be written to`() async {
    let history = HistoryFile(directory: "/proc/nowhere/ghsearch", lockRetryDelay: {})

    await history.add("swift")

    #expect(await history.texts() == [])
  }
}
