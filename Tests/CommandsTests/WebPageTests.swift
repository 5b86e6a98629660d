import Foundation
import GitHubSandbox
import Output
import System
import TestSupport
import Testing

@testable import Commands

/// Pages of an API whose web host is unknown.
@Suite struct WebPageTests {
  private static let privateAPIs = [
    "https://git.corp.example/custom", "https://git.corp.example",
    "https://api.corp.example:8443/v3",
    "https://api.github.com/custom", "https://api.github.com:8443", "http://127.0.0.1:1",
    "http://localhost:1/github",
  ]

  @Test(
    arguments: privateAPIs,
    [
      ["secret codename", "--web"], ["secret", "--language", "go", "-w"],
      ["search", "secret", "--web"],
      ["open", "secret/codename"], ["view", "secret/codename", "--web"],
    ]
  )
  func `sends nothing about a private server to github.com`(
    _ api: String,
    _ arguments: [String]
  ) async {
    let harness = Harness(environment: ["GHSEARCH_API_URL": api, "BROWSER": "firefox"])

    let outcome = await harness.run(arguments)

    #expect(outcome.status == .usage)
    #expect(outcome.output == "")
    #expect(harness.launched.withLock { $0 } == [])
    #expect(outcome.errors.contains("--hostname or GH_HOST"))
  }

  @Test(
    arguments: ["https://git.corp.example/api/v3", "https://api.corp.ghe.com"],
    [
      ["view"], ["open"], ["star"], ["unstar"], ["starred"], ["favorites", "add"],
      ["favorites", "remove"], ["x", "--repo"], ["x", "--not-repo"],
    ]
  )
  func `does not look up a github.com address on another server`(
    _ api: String,
    _ command: [String]
  ) async throws {
    let home = TemporaryFolder()
    let environment = ["GHSEARCH_API_URL": api, "GHSEARCH_TOKEN": "x"]
    let addresses = ["https://github.com/a/b", "github.com/a/b", "git@github.com:a/b.git"]
    let address = addresses[(api.count + command.joined().count) % addresses.count]

    let outcome = await Harness(environment: environment).atHome(home).run(command + [address])

    #expect(outcome.status == .usage)
    #expect(outcome.output == "")
  }

  @Test func `an API with an unknown web host accepts addresses on its own host and github.com`()
    async throws
  {
    let sandbox = try await Sandbox.start()

    for host in [sandbox.baseURL, "https://github.com"] {
      let outcome = await Harness.signedIn(to: sandbox).run("star", "\(host)/vapor/vapor")

      #expect(outcome.output.hasPrefix("vapor/vapor\t"))
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1/octo/one", true), ("http://127.0.0.1:9/octo/one", true),
    ("https://github.com/octo/one", false), ("https://127.0.0.1.evil.test/octo/one", false),
    ("https://127.0.0.1@evil.test/octo/one", false),
  ])
  func `opens a page named by the API only on the API's own host`(
    _ page: String,
    _ isOpened: Bool
  ) async throws {
    let (sandbox, home) = (try await Sandbox.start(), TemporaryFolder())
    let body = #"{"id":1,"full_name":"octo/one","owner":{"login":"octo"},"html_url":"\#(page)"}"#
    sandbox.script(.respond(status: 200, body: body), on: .path("/repos/octo/one"))
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("view", "octo/one")

    let opened = await harness().run("open", "octo/one")
    let viewed = await harness().run("view", "octo/one", "--web")

    for outcome in [opened, viewed] {
      #expect(outcome.status == (isOpened ? .success : .usage), "\(outcome.errors)")
      #expect(outcome.output == (isOpened ? page + "\n" : ""))
    }
  }
}
