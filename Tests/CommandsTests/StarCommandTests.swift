import GitHubSandbox
import Output
import Testing

@testable import Commands

@Suite struct StarCommandTests {
  @Test func `stars, checks and unstars by name, address and standard input`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = { Harness.signedIn(to: sandbox) }()

    let starred = await harness.run("star", "vapor/vapor", "\(sandbox.baseURL)/Alamofire/Alamofire")
    #expect(starred.status == .success)
    #expect(starred.output == "vapor/vapor\tstarred\nAlamofire/Alamofire\tstarred\n")
    #expect(sandbox.starredNames() == ["vapor/vapor", "Alamofire/Alamofire"])

    harness = Harness.signedIn(to: sandbox)
    harness.input = "vapor/vapor\t26000\t1500\r\n\n  Alamofire/Alamofire  \n"
    #expect(
      await harness.run("starred", "-").output == "vapor/vapor\tyes\nAlamofire/Alamofire\tyes\n"
    )

    let unstarred = await Harness.signedIn(to: sandbox).run("unstar", "vapor/vapor", "vapor/vapor")
    #expect(unstarred.status == .success)
    #expect(sandbox.starredNames() == ["Alamofire/Alamofire"])

    let asked = await Harness.signedIn(to: sandbox).run(
      "starred",
      "vapor/vapor",
      "Alamofire/Alamofire"
    )
    #expect(asked.status == .negative)
    #expect(asked.output == "vapor/vapor\tno\nAlamofire/Alamofire\tyes\n")
  }

  @Test func `writes the outcome of each change as an object`() async throws {
    let sandbox = try await Sandbox.start()
    func run(_ words: String...) async -> [String] {
      await Harness.signedIn(to: sandbox).run(words + ["--jsonl"]).lines
    }

    let planned = await run("star", "vapor/vapor", "no/such", "--dry-run")
    let starred = await run("star", "vapor/vapor", "vapor/vapor", "no/such")
    let unstarred = await run("unstar", "vapor/vapor")

    let vapor = #"{"fullName":"vapor/vapor","status":"#
    let other = #"{"fullName":"no/such","status":"#
    #expect(planned == [vapor + #""would star"}"#, other + #""not found"}"#])
    #expect(
      starred == [vapor + #""starred"}"#, vapor + #""unchanged"}"#, other + #""failed"}"#]
    )
    #expect(unstarred == [vapor + #""unstarred"}"#])
  }

  @Test(arguments: ["star", "unstar", "starred"])
  func `a repository that does not exist is not found, in a message with the command`(
    _ verb: String
  )
    async throws
  {
    let outcome = try await Harness.signedIn().run(verb, "no/such-thing")

    #expect(outcome.status == .notFound)
    #expect(outcome.output == "")
    #expect(!outcome.errors.contains("view"))
  }

  @Test func `checks every name before the first call`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.signedIn(to: sandbox).run("star", "vapor/vapor", "../user")

    #expect(outcome.status == .usage)
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `finds the star of a renamed repository under its new name`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.setStar(true, on: "swiftlang/swift", by: "octocat")

    let outcome = await Harness.signedIn(to: sandbox).run("starred", "apple/swift")

    #expect(outcome.output == "apple/swift\tyes\n")
  }

  @Test func `reports a change whose line cannot be written`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = Harness.signedIn(to: sandbox)
    harness.output = MemorySink(failing: 28)

    let outcome = await harness.run("star", "vapor/vapor", "Alamofire/Alamofire")

    #expect(outcome.status == .output)
    #expect(outcome.errors.contains("vapor/vapor starred"))
    #expect(outcome.errors.contains("1 more not attempted"))
    #expect(sandbox.starredNames() == ["vapor/vapor"])
  }

  @Test func `requires a token`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).run("star", "vapor/vapor")

    #expect(outcome.status == .authentication)
    #expect(outcome.errors.contains("GHSEARCH_TOKEN"))
    #expect(sandbox.requests.isEmpty)
  }
}
