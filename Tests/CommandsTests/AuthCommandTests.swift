import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

@Suite final class AuthCommandTests {
  private let folder = TemporaryFolder()

  private var tokenFile: String { "\(folder.path)/ghsearch/token" }
  private var token: String { SandboxToken.demonstration.value }

  private var stored: String? { try? String(contentsOfFile: tokenFile, encoding: .utf8) }

  private func harness(_ sandbox: Sandbox, input: String = "") -> Harness {
    var harness = Harness(environment: [
      "GHSEARCH_API_URL": sandbox.baseURL, "XDG_CONFIG_HOME": folder.path,
    ])
    harness.input = input
    return harness
  }

  @Test(arguments: [[], ["--with-token"]])
  func `checks a token from standard input and stores it for its host`(
    _ flags: [String]
  ) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox, input: " \(token)\r\n").run(["auth", "login"] + flags)

    #expect(outcome.status == .success)
    #expect(outcome.lines.contains("login\toctocat"))
    #expect(outcome.lines.contains("stars\tcan star repositories"))
    #expect(!outcome.output.contains(token))
    #expect(outcome.errors == "")
    #expect(stored == "\(token)\nfor \(sandbox.baseURL)\n")
    #expect(await harness(sandbox).run("star", "vapor/vapor").status == .success)
  }

  @Test(arguments: [
    (
      SandboxToken.Kind.classic(scopes: ["public_repo", "user"]), "can read and change",
      "cannot see"
    ),
    (.classic(scopes: ["repo", "read:user"]), "can read star lists: changing", "can see"),
    (.classic(scopes: []), "cannot read star lists", "cannot see"),
    (.fineGrained(permissions: ["starring=read"]), "lists need a classic token", "those that"),
  ])
  func `reports whether a token can read lists and private repositories`(
    _ kind: SandboxToken.Kind,
    _ lists: String,
    _ privately: String
  ) async throws {
    let sandbox = try await Sandbox.start { $0.tokens = [SandboxToken("ghp_kind", kind: kind)] }
    var harness = Harness.signedIn(to: sandbox)
    harness.environment["GHSEARCH_TOKEN"] = "ghp_kind"

    let lines = await harness.run("auth", "status").lines

    #expect(lines.contains { $0.hasPrefix("lists\t\(lists)") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("private\t\(privately)") }, "\(lines)")
  }

  @Test func `stores neither rejected tokens nor text that is not a token`() async throws {
    let sandbox = try await Sandbox.start()

    let wrong = await harness(sandbox, input: "ghp_wrong").run("auth", "login")
    #expect(wrong.status == .authentication)
    #expect(wrong.errors.contains("GitHub rejected the token"))
    #expect(
      wrong.errors.hasSuffix(
        "; check that you copied all of it, and that it has not expired or been revoked\n"
      )
    )
    #expect(!wrong.errors.contains("auth status"))
    #expect(await harness(sandbox, input: "a b").run("auth", "login").status == .authentication)
    #expect(await harness(sandbox, input: "").run("auth", "login").status == .usage)

    #expect(stored == nil)
    #expect(sandbox.requests.count == 1)
  }

  @Test func `stores nothing if GitHub cannot be reached`() async throws {
    var harness = Harness(environment: [
      "GHSEARCH_API_URL": "http://127.0.0.1:1", "XDG_CONFIG_HOME": folder.path,
    ])
    harness.input = token

    let outcome = await harness.run("auth", "login")

    #expect(outcome.status == .network)
    #expect(!outcome.errors.contains(token))
    #expect(stored == nil)
  }

  @Test(arguments: [
    (
      SandboxToken.Kind.classic(scopes: ["gist"]), "scopes\tgist",
      "the token needs the scope public_repo"
    ),
    (.classic(scopes: []), "scopes\tnone", "the token needs the scope public_repo"),
    (
      .fineGrained(permissions: []), "scopes\tfine-grained",
      "fine-grained tokens cannot star other people's repositories"
    ),
  ])
  func `explains what starring requires`(
    _ kind: SandboxToken.Kind,
    _ scopes: String,
    _ advice: String
  ) async throws {
    let sandbox = try await Sandbox.start { $0.tokens = [SandboxToken("weak", kind: kind)] }

    let outcome = await harness(sandbox, input: "weak").run("auth", "login")

    #expect(outcome.status == .success)
    #expect(outcome.lines.contains(scopes))
    #expect(outcome.output.contains(advice))
  }

  @Test(arguments: ["github_pat_11AAAAAA0", "classic"])
  func `stores a fine-grained token with one warning that it cannot star`(
    _ token: String
  ) async throws {
    let isFineGrained = token.hasPrefix("github_pat_")
    var configuration = SandboxConfiguration()
    configuration.tokens = [
      SandboxToken(
        token,
        kind: isFineGrained ? .fineGrained(permissions: []) : .classic(scopes: ["repo"])
      )
    ]
    let sandbox = try await Sandbox.start(configuration)

    let outcome = await harness(sandbox, input: token).run("auth", "login")

    #expect(outcome.status == .success)
    #expect(stored == "\(token)\nfor \(sandbox.baseURL)\n")
    #expect(outcome.errors.contains("classic token with the scope public_repo") == isFineGrained)
    #expect(outcome.errors.filter { $0 == "\n" }.count == (isFineGrained ? 1 : 0))
    #expect(!outcome.errors.contains(token))
  }

  @Test func `warns if an environment variable hides the stored token`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox, input: token)
    harness.environment["GHSEARCH_TOKEN"] = "ghp_other"

    let login = await harness.run("auth", "login")
    #expect(login.status == .success)
    #expect(login.errors.contains("GHSEARCH_TOKEN takes precedence"))

    let logout = await harness.run("auth", "logout")
    #expect(logout.status == .success)
    #expect(
      logout.errors.contains("still signed in: there is a token in GHSEARCH_TOKEN")
    )
    #expect(stored == nil)
  }

  @Test func `signing out twice is not an error`() async throws {
    let sandbox = try await Sandbox.start()
    _ = await harness(sandbox, input: token).run("auth", "login")

    let first = await harness(sandbox).run("auth", "logout")
    let second = await harness(sandbox).run("auth", "logout")

    #expect(first.lines.last == "removed\t\(tokenFile)")
    #expect(second.lines.last == "removed\tnothing")
    #expect(second.status == .success)
  }

  @Test func `shows the source, the account, the scopes and the rate limits`() async throws {
    let outcome = try await Harness.signedIn().run("auth", "status")

    #expect(outcome.status == .success)
    let names = outcome.names
    let expected = [
      "api", "token", "login", "scopes", "stars", "lists", "private", "core", "graphql", "search",
    ]
    #expect(names == expected)
    #expect(outcome.output.contains("search\t30/30 left, resets at "))
    #expect(outcome.lines.contains("token\tGHSEARCH_TOKEN"))
    #expect(outcome.lines.contains("login\toctocat"))
    #expect(!outcome.output.contains(token))
  }

  @Test func `shows programs who is signed in and what the token can do`() async throws {
    let sandbox = try await Sandbox.start()
    func status(_ token: String?) async -> Outcome {
      var harness = Harness.anonymous(to: sandbox)
      harness.environment["GHSEARCH_TOKEN"] = token
      return await harness.run("auth", "status", "--json")
    }

    let good = await status(token)
    let none = await status(nil)
    let wrong = await status("ghp_wrong")

    #expect(
      good.output.hasPrefix(
        #"{"signedIn":true,"login":"octocat","source":"GHSEARCH_TOKEN","scopes":["#
      )
    )
    #expect(good.output.contains(#""can":{"search":true,"star":true,"lists":"write","private":"#))
    #expect(good.status == .success && !good.output.contains(token))
    let nothing = #""can":{"search":true,"star":false,"lists":"none","private":false}}"#
    let nobody = #"{"signedIn":false,"login":null,"#
    #expect(none.output == nobody + #""source":null,"scopes":null,"# + nothing + "\n")
    #expect(wrong.output.contains(#""source":"GHSEARCH_TOKEN""#))
    #expect(wrong.output.contains(#""search":false"#) && !wrong.output.contains("ghp_wrong"))
    #expect(none.status == .authentication && wrong.status == .authentication)
  }

  @Test func `shows the account if the rate limits cannot be read`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.secondaryRateLimit(retryAfter: 61), on: .path("/rate_limit"))

    let outcome = await Harness.signedIn(to: sandbox).run("auth", "status", "--no-wait")

    #expect(outcome.status == .partial)
    #expect(outcome.lines.contains("login\toctocat"))
  }

  @Test func `exits with status 4 without a token`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run("auth", "status")

    #expect(outcome.status == .authentication)
    #expect(outcome.errors.contains("ghsearch auth login"))
  }
}
