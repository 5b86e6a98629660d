import Foundation
import GitHubSandbox
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// Files that cannot exceed a size, from zero to more than enough.
///
/// Five sizes in `make test`, and 32 at night.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct FullDiskTests {
  private static let kilobytes =
    Array(stride(from: 0, through: 480, by: Rounds.areAll ? 16 : 160)) + [65_536]

  @Test(arguments: [["favorites", "add", "vapor/vapor"], ["stars", "sync"]])
  func `stores lasting data, or reports the failure once`(
    _ arguments: [String]
  ) async throws {
    let sandbox = try await sandbox()
    var outcomes: Set<Int32> = []
    for size in Self.kilobytes {
      let home = TemporaryFolder()
      let program = try await run(arguments, sandbox, home, size)
      let status = program.process.terminationStatus
      outcomes.insert(status)

      #expect(program.said.split(separator: "\n").count == (status == 0 ? 0 : 1))
      #expect(program.printed.isEmpty == (status != 0))
      let again = await Harness.signedIn(to: sandbox).atHome(home).run(arguments)
      #expect(again.status == .success && again.errors == "")
    }
    #expect(outcomes == [ExitStatus.localFile.rawValue, ExitStatus.success.rawValue])
  }

  @Test(arguments: [["star", "vapor/vapor"], ["vapor", "--limit", "5"]])
  func `works without a file where possible, with at most one message`(
    _ arguments: [String]
  ) async throws {
    var printed: Set<String> = []
    for size in Self.kilobytes {
      let sandbox = try await sandbox()
      let home = TemporaryFolder()
      let program = try await run(arguments, sandbox, home, size)

      #expect(program.process.terminationStatus == 0)
      #expect(program.said.split(separator: "\n").count <= 1)
      printed.insert(program.printed)
      let synced = await Harness.signedIn(to: sandbox).atHome(home).run("stars", "sync")
      #expect(synced.status == .success)
    }
    #expect(printed.count == 1)
  }

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.start { $0.stars = ["octocat": ["iina/iina", "rust-lang/rust"]] }
  }

  private func run(
    _ arguments: [String],
    _ sandbox: Sandbox,
    _ home: TemporaryFolder,
    _ kilobytes: Int
  ) async throws -> LaunchedProgram {
    let blocks = kilobytes * 2
    let program = LaunchedProgram(sandbox, arguments, home: home, largestFile: blocks)
    try program.process.run()
    try await program.end()
    return program
  }
}
