import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Terminal
import TestSupport
import Testing

@testable import Commands

/// `stars prune` and `stars undo` decide by the current state.
@Suite struct PruneCommandTests {
  // MARK: Lists as they are now

  @Test func `spares stars added to a list on the web since the sync`() async throws {
    let user = try await ListsHarness.start(
      [("Later", ["vapor/vapor"])],
      stars: ["vapor/vapor", "iina/iina", "jqlang/jq"]
    )
    _ = await user.run("stars", "sync")
    user.sandbox.service.setLists(["Later"], of: "iina/iina")

    let dry = await user.run("stars", "prune", "--unlisted", "--dry-run")
    let pruned = await user.run("stars", "prune", "--unlisted", "--yes")

    #expect(dry.names == ["jqlang/jq"])
    #expect(pruned.output == "jqlang/jq\tunstarred\n")
    #expect(user.sandbox.starredNames() == ["vapor/vapor", "iina/iina"])
  }

  @Test func `spares stars removed from a list on the web since the sync`() async throws {
    let user = try await ListsHarness.start(
      [("Later", ["vapor/vapor", "iina/iina"])],
      stars: ["vapor/vapor", "iina/iina"]
    )
    _ = await user.run("stars", "sync")
    user.sandbox.service.setLists([], of: "iina/iina")

    let pruned = await user.run("stars", "prune", "--list", "later", "--yes")

    #expect(pruned.output == "vapor/vapor\tunstarred\n")
  }

  @Test func `spares stars just added to a list here, even if reads lag`() async throws {
    let user = try await ListsHarness.start(
      [("Later", [])],
      stars: ["vapor/vapor", "iina/iina"],
      readLag: 4
    )
    _ = await user.run("stars", "sync")
    _ = await user.run("lists", "add", "Later", "vapor/vapor")

    let pruned = await user.run("stars", "prune", "--unlisted", "--yes")

    #expect(pruned.output == "iina/iina\tunstarred\n")
  }

  @Test(arguments: [["--unlisted"], ["--list", "Later"]])
  func `unstars nothing if the lists cannot be read`(_ filter: [String]) async throws {
    let user = try await ListsHarness.start([("Later", ["vapor/vapor"])], stars: ["vapor/vapor"])
    _ = await user.run("stars", "sync")
    user.sandbox.script(.drop, on: .graphQL, times: .max)

    let pruned = await user.run(["stars", "prune", "--yes"] + filter)

    #expect(pruned.status == .network && pruned.output.isEmpty)
    #expect(user.sandbox.starredNames() == ["vapor/vapor"])
  }

  // MARK: Output

  @Test func `JSON is one array of the unstarred repositories`() async throws {
    let user = try await ListsHarness.start(stars: ["vapor/vapor", "rust-lang/rust", "iina/iina"])
    user.sandbox.script(
      .failure(status: 403, message: "No."),
      on: .method("DELETE") && .path("/user/starred/iina/iina"),
      times: .max
    )
    let command = ["stars", "prune", "--language", "swift", "--json", "fullName,isStarred"]

    let unasked = await user.run(command)
    let dry = await user.run(command + ["--dry-run"])
    let pruned = await user.run(command + ["--yes"])
    let nothing = await user.run("stars", "prune", "--language", "go", "--json", "id", "--yes")

    #expect(unasked.status == .usage && unasked.output.isEmpty)
    #expect(dry.lines.count == 4 && !dry.output.contains("\t"))
    #expect(
      pruned.output == "[\n{\"fullName\":\"vapor/vapor\",\"isStarred\":false}\n]\n",
      "\(pruned.output)"
    )
    #expect(pruned.status == .partial && pruned.errors.contains("iina/iina: "), "\(pruned.errors)")
    #expect(nothing.output == "[]\n" || nothing.output == "[\n]\n")
  }

  @Test(arguments: [
    ["--json", "fullName"], ["--jsonl", "fullName"], ["--csv", "fullName"], ["-t", "{{fullName}}"],
    [],
  ])
  func `prints only results to standard output, and lists the stars in the question`(
    _ format: [String]
  ) async throws {
    var user = try await ListsHarness.start(stars: ["vapor/vapor", "rust-lang/rust"])
    user.typed = "y\n"

    let pruned = await user.run(["stars", "prune", "--language", "rust"] + format)

    #expect(pruned.status == .success)
    #expect(pruned.output.components(separatedBy: "rust-lang/rust").count == 2, "\(pruned.output)")
    #expect(pruned.output.contains("\tunstarred") == format.isEmpty)
    #expect(pruned.errors.contains("rust-lang/rust"))
  }

  // MARK: Undo

  @Test func `undo reverts the last command, even if the copy lacked the star`()
    async throws
  {
    let user = try await ListsHarness.start(stars: ["vapor/vapor", "rust-lang/rust"])
    _ = await user.run("stars", "prune", "--language", "rust", "--yes")
    user.sandbox.service.setStar(true, on: "iina/iina", by: "octocat")
    _ = await user.run("unstar", "iina/iina")

    let first = await user.run("stars", "undo")
    let second = await user.run("stars", "undo")

    #expect(first.output == "iina/iina\tstarred\n")
    #expect(second.output == "rust-lang/rust\tstarred\n")
  }

  @Test(arguments: [(true, false), (false, false), (false, true)])
  func `undo reports that there were no lists to restore`(
    _ hadCopy: Bool,
    _ hasCopy: Bool
  ) async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: ["vapor/vapor"])
    if hadCopy { _ = await user.run("stars", "sync") }
    _ = await user.run("unstar", "vapor/vapor")
    if hasCopy { _ = await user.run("stars", "sync") }

    let undone = await user.run("stars", "undo")

    #expect(undone.output == "vapor/vapor\tstarred\n")
    #expect(
      undone.errors.contains("star lists are not restored: there was no local copy") != hadCopy
    )
  }

  @Test func `undo skips a command that unstarred nothing`() async throws {
    let user = try await ListsHarness.start(stars: ["vapor/vapor", "rust-lang/rust"])
    _ = await user.run("stars", "prune", "--language", "rust", "--yes")

    let nothing = await user.run("unstar", "iina/iina")
    let gone = await user.run("unstar", "octo/nothing")
    let undone = await user.run("stars", "undo")

    #expect(nothing.status == .success && gone.status == .notFound)
    #expect(gone.errors.contains("unstar octo/nothing: not found"))
    #expect(undone.output == "rust-lang/rust\tstarred\n")
    #expect(user.sandbox.starredNames().sorted() == ["rust-lang/rust", "vapor/vapor"])
  }

  /// A user's commands and stars on the web, in any order: each undo restores exactly what the last
  /// command not yet undone removed.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `undo reverts any sequence of commands`(_ seed: UInt64) async throws {
    var numbers = Dice(state: seed)
    let names = ["vapor/vapor", "iina/iina", "Alamofire/Alamofire", "rust-lang/rust", "jqlang/jq"]
    let user = try await ListsHarness.start(stars: names)
    _ = await user.run("stars", "sync")
    var (starred, taken) = (Set(names), [Set<String>]())
    for _ in 0..<25 {
      let name = names[Int.random(in: 0..<names.count, using: &numbers)]
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0:
        user.sandbox.service.setStar(true, on: name, by: "octocat")
        starred.insert(name)
      case 1: _ = await user.run("stars", "sync")
      case 2:
        _ = await user.run("stars", "prune", "--language", "swift", "--yes")
        let rest = Set(user.sandbox.starredNames())
        if rest != starred { taken.append(starred.subtracting(rest)) }
        starred = rest
      case 3, 4:
        let two = [name, names[Int.random(in: 0..<names.count, using: &numbers)]]
        _ = await user.run(["unstar"] + two)
        let lost = starred.intersection(two)
        if !lost.isEmpty { taken.append(lost) }
        starred.subtract(two)
      default:
        let undone = Set(await user.run("stars", "undo").names)
        let expected = taken.popLast() ?? []
        #expect(undone == expected, "seed \(seed)")
        starred.formUnion(expected)
      }
      #expect(Set(user.sandbox.starredNames()) == starred, "seed \(seed)")
    }
  }
}
