import GitHubSandbox
import Testing

@testable import Commands

@Suite struct REPLCommandTests {
  @Test func `answers piped lines in order`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.signedIn(to: sandbox)
    harness.input = """
      alamofire
      :star 1
      """

    let outcome = await harness.run("repl", "--limit", "1")

    #expect(outcome.status == .success)
    #expect(outcome.lines.first?.contains("Alamofire/Alamofire") == true)
    #expect(sandbox.starredNames() == ["Alamofire/Alamofire"])
    await sandbox.stop()
  }

  @Test func `no arguments and no terminal is the same as repl`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.anonymous(to: sandbox)
    harness.input = "alamofire"

    let outcome = await harness.run([])

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("Alamofire/Alamofire"))
    #expect(!outcome.output.contains("\u{1B}"))
    await sandbox.stop()
  }

  @Test func `the local copy of the stars and lists is searched and shown`() async throws {
    var user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: ["vapor/vapor"])
    _ = await user.run("stars", "sync")
    user.input = ":stars web\n:lists\n:lists web\n:fav 1\n:undo\nswift\n:lists no\n"

    let outcome = await user.run("repl", "--limit", "1")

    #expect(outcome.status == .notFound)
    let beginnings = [
      "1 ★   vapor/vapor 2", "1  Web", "1 ★   vapor/vapor 2", "♥ vapor/vapor is a favorite",
      "♡ vapor/vapor is not a favorite", "1 ☆   swiftlang/swift",
    ]
    #expect(outcome.lines.count == beginnings.count, "\(outcome.output)")
    #expect(zip(outcome.lines, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(outcome.output)")
    #expect(outcome.errors.contains(#"ghsearch: :lists: no list "no"; use :lists"#))
    await user.sandbox.stop()
  }

  @Test func `ends with the code of the first line that failed, whatever else was answered`()
    async throws
  {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.anonymous(to: sandbox)
    harness.input = """
      alamofire
      :nonsense
      """

    let outcome = await harness.run("repl")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("\nghsearch: :nonsense: "))
    await sandbox.stop()
  }
}
