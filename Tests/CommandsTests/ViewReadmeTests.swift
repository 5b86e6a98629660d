import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

/// Parts of READMEs, and the fields that take separate requests.
@Suite struct ViewReadmeTests {
  private static let name = "junegunn/fzf"
  private static let readme = """
    <h1 align="center">fzf</h1>

    [![build](https://ci.example/b.svg)](https://ci.example)

    A *filter* for the terminal.

    ## Install

    One.

    ### From source

    Two.

    ## Installed size

    Three.

    ## Install

    Four.

    """

  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit(Self.name) {
      $0.files = ["README.md": Self.readme]
      $0.latestRelease = SandboxRelease("v1", published: UnixTime(year: 2026, month: 1, day: 2))
    }
    return sandbox
  }

  private func view(_ arguments: String..., in sandbox: Sandbox) async -> Outcome {
    await Harness.anonymous(to: sandbox).run(["view", Self.name] + arguments)
  }

  // MARK: Parts

  @Test func `in a pipe, prints part of the README after a single request`()
    async throws
  {
    let sandbox = try await sandbox()

    let outline = await view("--outline", in: sandbox)
    let section = await view("--section", "installed", "--section", "FROM", in: sandbox)
    let only = await view("--readme=only", in: sandbox)

    #expect(
      outline.output == """
        fzf\t1\t1\t\(Self.readme.unicodeScalars.count)
        Install\t2\t7\t41
        From source\t3\t11\t23
        Installed size\t2\t15\t27
        Install (2)\t2\t19\t18

        """
    )
    #expect(section.output == "## Installed size\n\nThree.\n\n### From source\n\nTwo.\n\n")
    #expect(only.output == Self.readme)
    #expect(
      sandbox.requests.map(\.path) == Array(repeating: "/repos/junegunn/fzf/readme", count: 3)
    )
  }

  @Test(arguments: [
    ("install", 0, ""),
    ("inst (2)", 3, "no heading begins with \"inst (2)\"; headings: fzf, Install"),
    (
      "insta", 64,
      "several headings begin with \"insta\"; headings: Install, Installed size, Install"
    ),
  ])
  func `answers an unknown section with the existing ones`(
    _ heading: String,
    _ status: Int,
    _ message: String
  ) async throws {
    let sandbox = try await sandbox()

    let outcome = await view("--section", heading, in: sandbox)

    #expect(Int(outcome.status.rawValue) == status)
    #expect(outcome.errors.hasPrefix(status == 0 ? "" : "ghsearch: --section: \(message)"))
    #expect(outcome.output.isEmpty == (status != 0))
    #expect(outcome.errors.split(separator: "\n").count <= 1)
  }

  @Test func `removes badges and HTML from a README without markup`() async throws {
    let sandbox = try await sandbox()

    let outcome = await view("--readme=only", "--plain", "--max-chars", "40", in: sandbox)

    #expect(
      outcome.output == """
        fzf

        A filter for the terminal.

        … 74 more characters; --outline lists the sections

        """
    )
  }

  @Test func `truncates and simplifies a README below the facts in any output`()
    async throws
  {
    let sandbox = try await sandbox()

    for isTerminal in [true, false] {
      var harness = Harness.anonymous(to: sandbox)
      if isTerminal { harness.terminal = TerminalSize(columns: 80, rows: 200) }
      let outcome = await harness.run("view", Self.name, "--plain", "--max-chars", "40")

      #expect(outcome.output.contains(Self.name))
      let end =
        "fzf\n\nA filter for the terminal.\n\n… 74 more characters; --outline lists the sections\n"
      #expect(outcome.output.hasSuffix((isTerminal ? "\n" : "--\n") + end))
    }
  }

  @Test func `on a terminal, shows a part like the whole README`() async throws {
    let sandbox = try await sandbox()
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: 80, rows: 200)
    harness.environment["NO_COLOR"] = "1"

    let outline = await harness.run("view", Self.name, "--outline")
    harness.output = MemorySink()
    let section = await harness.run("view", Self.name, "--section", "from source")

    #expect(outline.output.hasPrefix("fzf  203\n  Install  41\n    From source  23\n"))
    #expect(section.output == "From source\n\nTwo.\n")
  }

  @Test func `distinguishes a missing README from a missing repository`() async throws {
    let sandbox = try await sandbox()
    sandbox.service.edit(Self.name) { $0.files = [:] }

    let noReadme = await view("--outline", in: sandbox)
    let nothing = await Harness.anonymous(to: sandbox).run("view", "no/body", "--readme=only")

    #expect(noReadme.status == .notFound && nothing.status == .notFound)
    #expect(noReadme.errors == "ghsearch: view junegunn/fzf: it has no README\n")
    #expect(nothing.errors.hasPrefix("ghsearch: view no/body: not found"))
  }

  @Test(arguments: [["--readme", name], [name, "--readme"], ["--readme", "--plain", name]])
  func `a repository after --readme is not its value`(_ arguments: [String]) async throws {
    let sandbox = try await sandbox()

    let outcome = await Harness.anonymous(to: sandbox).run(["view"] + arguments)

    #expect(outcome.status == .success)
    #expect(
      outcome.output.hasPrefix("full_name\t\(Self.name)\n") && outcome.output.contains("\n--\n")
    )
  }

  // MARK: Cutting

  @Test(arguments: [
    ("one\n\ntwo\n", 99, "one\n\ntwo\n"), ("one\n\ntwo", 8, "one\n\ntwo"),
    ("one\n\ntwo\n\nthree", 10, "one\n\ntwo\n\n… 6 more"),
    ("one two\n\nthree", 5, "one t\n\n… 9 more"),
    ("\n\n\none", 4, "\n\n\no\n\n… 2 more"), ("a\r\n \r\nb\r\nc", 8, "a\n\n… 7 more"),
  ])
  func `truncates text at a paragraph, or within the first`(
    _ text: String,
    _ length: Int,
    _ beginning: String
  ) {
    let cut = ReadmeSelection.cut(text, to: length)

    #expect(cut == text || cut.hasSuffix(" more characters; --outline lists the sections\n"))
    #expect(cut.replacing("\r\n", with: "\n").hasPrefix(beginning))
  }

  @Test func `the shown and omitted parts are the whole text, in whole characters`() throws {
    let text = "🏳️‍🌈e\u{301} one\r\n\r\n🏳️‍🌈 two\n\nthree 👨‍👩‍👧‍👦 four"
    for length in 1..<text.unicodeScalars.count {
      let cut = ReadmeSelection.cut(text, to: length)
      let mark = try #require(cut.range(of: "… ", options: .backwards))
      let left = try #require(Int(cut[mark.upperBound...].prefix { $0.isNumber }))
      let kept = String(text.unicodeScalars.dropLast(left))
      #expect(kept.unicodeScalars.count <= length)
      #expect(text.hasPrefix(kept))
      #expect(cut.hasPrefix(kept))
    }
  }

  // MARK: Fields

  @Test func `reads fields of READMEs, languages and releases on request`() async throws {
    let sandbox = try await sandbox()
    let fields = "readme,outline,languages,latestRelease"
    let harness = Harness.signedIn(to: sandbox)

    let view = await harness.run(
      ["view", Self.name, "--json", fields, "--section", "from", "--plain"]
    )
    let search = await Harness.signedIn(to: sandbox).run("fzf", "--limit", "1", "--json", fields)
    let all = await Harness.signedIn(to: sandbox).run("view", Self.name, "--json", "all")

    let object = try JSONSerialization.jsonObject(with: Data(view.output.utf8))
    let row = try #require(object as? [String: Any])
    #expect(view.status == .success)
    #expect(row["readme"] as? String == "From source\n\nTwo.\n")
    let outline = try #require(row["outline"] as? [[String: Any]])
    #expect(outline.map { $0["title"] as? String }.prefix(2) == ["fzf", "Install"])
    #expect(outline[1]["level"] as? Int == 2 && outline[1]["line"] as? Int == 7)
    #expect(outline[1]["size"] as? Int == 41)
    let languages = try #require(row["languages"] as? [[String: Any]])
    #expect(languages.first?["name"] as? String == "Go" && languages[0]["bytes"] is Int)
    let release = try #require(row["latestRelease"] as? [String: Any])
    #expect(release["tagName"] as? String == "v1")
    #expect(release["publishedAt"] as? String == "2026-01-02T00:00:00Z")
    #expect(search.output.contains(#""readme":"<h1 align=\"center\">fzf</h1>"#))
    for field in fields.split(separator: ",") { #expect(!all.output.contains("\"\(field)\"")) }
  }

  @Test func `an unreadable field is null, and reflected in the status`() async throws {
    let sandbox = try await sandbox()
    sandbox.script(
      .failure(status: 403, message: "no"),
      on: .path("/repos/junegunn/fzf/readme"),
      times: 1
    )

    let refused = await view("--json", "name,readme", in: sandbox)
    let unknown = await view("--json", "name,readme", "--section", "nowhere", in: sandbox)

    #expect(refused.status == .partial && unknown.status == .partial)
    #expect(refused.output == "{\"name\":\"fzf\",\"readme\":null}\n")
    #expect(unknown.output == refused.output)
    #expect(refused.errors.hasPrefix("ghsearch: some READMEs are unknown: "))
    #expect(unknown.errors.hasPrefix("ghsearch: junegunn/fzf: --section: no heading begins with"))
  }

  @Test(arguments: [("README.md", "x.md"), ("docs/README.md", "docs/x.md")])
  func `resolves relative links from the README's directory`(_ path: String, _ target: String)
    async throws
  {
    let sandbox = try await sandbox()
    sandbox.service.edit(Self.name) { $0.files = [path: "[a](x.md)"] }
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: 120, rows: 60)

    let shown = await harness.run(["view", Self.name, "--readme"])

    #expect(shown.output.contains("/junegunn/fzf/blob/HEAD/\(target)"), "\(shown.output)")
  }

  @Test func `shows the languages despite an unreadable README`() async throws {
    let sandbox = try await sandbox()
    sandbox.script(
      .failure(status: 451, message: "no"),
      on: .path("/repos/junegunn/fzf/readme"),
      times: 1
    )

    let row = await view("--json", "readme,languages", in: sandbox)

    #expect(row.status == .partial)
    #expect(row.output.hasPrefix(#"{"readme":null,"languages":[{"name":"Go","#), "\(row.output)")
    #expect(row.errors.hasPrefix("ghsearch: some READMEs or languages are unknown: "))
  }

  @Test func `warns once about unreadable READMEs in all pages of a search`() async throws {
    var configuration = SandboxConfiguration()
    configuration.generatedRepositories = 110
    configuration.rateLimits.core = 1000
    let sandbox = try await Sandbox.start(configuration)
    let readmes = RequestMatcher { $0.path.hasSuffix("/readme") }
    sandbox.script(.failure(status: 451, message: "no"), on: readmes, times: .max)

    let rows = await Harness.anonymous(to: sandbox)
      .run("stars:>=0", "--limit", "110", "--jsonl", "readme")

    #expect(rows.lines.count == 110, "\(rows.errors)")
    #expect(rows.errors.components(separatedBy: "READMEs are unknown").count == 2, "\(rows.errors)")
  }

  // MARK: Several repositories

  @Test func `several repositories are rows in the given order`() async throws {
    var harness = try await Harness.anonymous()
    harness.input = "vsouza/awesome-ios\n# no\njunegunn/fzf\tx\n"

    let arguments = ["view", "vapor/vapor", "no/body", "-", "vapor/vapor"]
    let json = await harness.run(arguments + ["--json", "fullName"])
    harness.output = MemorySink()
    let rows = await harness.run(arguments)
    harness.output = MemorySink()
    let one = await harness.run("view", "vapor/vapor", "--json", "fullName")

    let names = ["vapor/vapor", "vsouza/awesome-ios", "junegunn/fzf", "vapor/vapor"]
    let objects = names.map { "{\"fullName\":\"\($0)\"}" }
    #expect(json.output == "[\n" + objects.joined(separator: ",\n") + "\n]\n")
    #expect(json.status == .partial)
    #expect(json.errors.hasPrefix("ghsearch: view no/body: not found"))
    #expect(json.errors.split(separator: "\n").count == 1)
    #expect(rows.names == names)
    #expect(one.output == objects[0] + "\n")
  }

  @Test func `several missing repositories fail like one`() async throws {
    let outcome = try await Harness.anonymous().run(
      "view",
      "no/a",
      "no/b",
      "--jsonl",
      "name"
    )

    #expect(outcome.status == .notFound && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 2)
  }

  @Test func `stops at a failure that would affect all`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 401, message: "Bad credentials"), on: .any, times: .max)
    let names = (0..<40).map { "a/b\($0)" }

    let outcome = await Harness.signedIn(to: sandbox).run(["view"] + names + ["--jsonl", "name"])

    #expect(outcome.status == .authentication)
    #expect(outcome.errors.contains("more not attempted"))
    #expect(sandbox.requests.count < 40)
  }
}
