import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// Many repositories to star or unstar, some of which already have the desired state.
@Suite struct StarPrecheckTests {
  /// A repository of the sandbox, under each of its names.
  private struct Known {
    let fullName: String
    let names: [String]

    func isFormer(_ name: String) -> Bool { name.lowercased() != fullName.lowercased() }
  }

  private static let known = [
    Known(fullName: "vapor/vapor", names: ["vapor/vapor", "VAPOR/Vapor"]),
    Known(fullName: "swiftlang/swift", names: ["swiftlang/swift", "apple/swift", "Apple/SWIFT"]),
    Known(fullName: "iina/iina", names: ["iina/iina"]),
    Known(fullName: "Alamofire/Alamofire", names: ["alamofire/alamofire", "Alamofire/Alamofire"]),
    Known(fullName: "apple/container", names: ["apple/container"]),
  ]

  @Test(arguments: 1...40)
  func `output, requests and stars agree for any names`(
    _ seed: UInt64
  ) async throws {
    var dice = Dice(state: seed)
    let sandbox = try await Sandbox.start()
    let (isStar, isDry) = (Bool.random(using: &dice), Bool.random(using: &dice))
    let verb = isStar ? "star" : "unstar"
    var starred: Set<String> = []
    for repository in Self.known where Bool.random(using: &dice) {
      sandbox.service.setStar(true, on: repository.fullName, by: "octocat")
      starred.insert(repository.fullName)
    }
    let before = starred
    var (lines, words): ([String], Set<String>) = ([], [])
    var (names, writes) = ([String](), 0)
    for _ in 0..<Int.random(in: 1...12, using: &dice) {
      guard let repository = (Self.known + [nil]).randomElement(using: &dice) ?? nil else {
        names.append("no/such-thing")
        // Undo requires the state before the change.
        words.insert("missing")
        lines.append("no/such-thing\t\(isDry ? "not found" : "failed")")
        continue
      }
      let name = repository.names.randomElement(using: &dice) ?? repository.fullName
      names.append(name)
      words.insert("found")
      let isChange = starred.contains(repository.fullName) != isStar
      if isChange {
        // A renamed repository's URL redirects to its new one.
        if !isDry { writes += repository.isFormer(name) ? 2 : 1 }
        if isStar {
          starred.insert(repository.fullName)
        } else {
          starred.remove(repository.fullName)
        }
      }
      let change = isDry ? "would \(verb)" : "\(verb)red"
      lines.append("\(name)\t\(isChange ? change : "unchanged")")
    }
    // A single failure is reported only by its message.
    if names == ["no/such-thing"], !isDry { lines = [] }

    let outcome = await Harness.signedIn(to: sandbox)
      .run([verb] + names + (isDry ? ["--dry-run"] : []))

    #expect(outcome.lines == lines)
    #expect(Set(sandbox.starredNames()) == (isDry ? before : starred))
    let methods = sandbox.requests.map(\.method)
    #expect(methods.count { $0 == "POST" } == 1)
    #expect(methods.count { ["PUT", "DELETE"].contains($0) } == writes)
    let status: Output.ExitStatus =
      words == ["missing"] ? .notFound : words.count == 2 ? .partial : .success
    #expect(outcome.status == status)
  }

  @Test func `500 starred names cost five requests and no waits`()
    async throws
  {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 500 }
    let search = await Harness.anonymous(to: sandbox)
      .run("fork:true", "stars:>=0", "--limit", "500", "--template", "{{fullName}}")
    try #require(search.lines.count == 500)
    for name in search.lines { sandbox.service.setStar(true, on: name, by: "octocat") }
    let count = sandbox.requests.count
    var harness = Harness.signedIn(to: sandbox)
    harness.input = search.output

    let outcome = await harness.run("star", "-")

    #expect(outcome.status == .success)
    #expect(outcome.lines == search.lines.map { "\($0)\tunchanged" })
    #expect(sandbox.requests.count - count == 5)
    #expect(harness.clock.sleeps.isEmpty)
  }

  @Test func `sends changes if states cannot be read together`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .path("/graphql"), times: 9)

    let outcome = await Harness.signedIn(to: sandbox).run("star", "vapor/vapor", "iina/iina")

    #expect(outcome.status == .success)
    #expect(outcome.output == "vapor/vapor\tstarred\niina/iina\tstarred\n")
    #expect(sandbox.requests.map(\.method) == ["POST", "GET", "GET", "PUT", "GET", "GET", "PUT"])
  }

  @Test(arguments: [true, false])
  func `a dry run requests each state if they cannot be read together`(_ answers: Bool)
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .path("/graphql"), times: 9)
    if !answers { sandbox.script(.failure(status: 502, message: "No"), on: .star, times: 9) }

    let outcome = await Harness.signedIn(to: sandbox)
      .run("star", "vapor/vapor", "iina/iina", "--dry-run")

    let word = answers ? "unchanged" : "would star"
    #expect(outcome.status == .success)
    #expect(outcome.output == "vapor/vapor\t\(word)\niina/iina\twould star\n")
    #expect(
      outcome.errors.contains("check which of these are starred: GitHub returned 502") != answers
    )
    #expect(sandbox.requests.dropFirst().allSatisfy { $0.method == "GET" })
  }
}
