import GitHubSandbox
import Output
import TestSupport
import Testing

@testable import Commands

@Suite struct TemplateTests {
  private func run(
    _ template: String,
    on terminal: TerminalSize? = nil,
    _ rest: String...
  ) async throws -> Outcome {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = terminal
    let outcome = await harness.run(
      ["repo:vapor/vapor", "--limit", "1", "--template", template] + rest
    )
    await sandbox.stop()
    return outcome
  }

  @Test(arguments: [
    ("{{fullName}}", "vapor/vapor\n"), ("{{fullName}}\n", "vapor/vapor\n"),
    ("{{rank}}. {{owner.login}} {{owner}} {{license.key}}", "1. vapor vapor mit\n"),
    ("{{#owner}}{{type}}{{/owner}}", "Organization\n"), ("<{{isStarred}}>", "<>\n"),
    ("{{createdAt}} {{isFork}}", "2016-01-06T00:00:00Z false\n"),
    ("{{^isArchived}}alive{{/isArchived}}{{#isArchived}}dead{{/isArchived}}", "alive\n"),
    ("{{! a comment }}&<>\"", "&<>\"\n"), ("", "\n"),
  ])
  func `fills in a template for each row`(_ template: String, _ expected: String) async throws {
    let outcome = try await run(template)

    #expect(outcome.output == expected)
    // There is no token here.
    let isAboutStars = outcome.errors.hasPrefix("ghsearch: star states are unknown: ")
    #expect(template.contains("isStarred") ? isAboutStars : outcome.errors == "")
  }

  @Test(arguments: [
    ("languages: {{language}}", []), ("readme outline latestRelease", []),
    ("{{! readme }}{{fullName}}", []), ("{{=<% %>=}}{{languages}}<%name%>", []),
    ("{{languages}}", ["languages"]), ("{{#languages}}{{name}}{{/languages}}", ["languages"]),
    (
      "{{#isFork}}x{{/isFork}}{{^isFork}}{{^isArchived}}{{languages}}{{/isArchived}}{{/isFork}}",
      ["languages"]
    ),
    ("{{=<% %>=}}<%uppercased(readme)%>", ["readme"]),
    ("{{{readme}}}{{&languages}}", ["readme", "languages"]),
  ])
  func `only fields named in tags cost requests`(_ template: String, _ asked: [String]) async throws
  {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.anonymous(to: sandbox)
      .run("repo:vapor/vapor", "--limit", "1", "--template", template)

    #expect(outcome.status == .success)
    let paths = sandbox.requests.dropFirst().compactMap { $0.path.split(separator: "/").last }
    // Sent concurrently.
    #expect(paths.map(String.init).sorted() == asked.sorted())
  }

  @Test func `topics are a list, and a tag without a section joins them`() async throws {
    let words = try await run("{{topics}}").output
    let list = try await run("{{#topics}}{{.}} {{/topics}}").output

    #expect(list.split(separator: " ").count > 2)
    #expect(words == list.dropLast(2) + "\n")
  }

  @Test(arguments: [
    ("{{fullName", "--template: a tag is not closed or has no name at line 1"),
    ("x\n{{#topics}}", "--template: unclosed section at line 2"),
    ("{{/topics}}", "--template: closing tag without an opening tag at line 1, column"),
    (Text(repeating: "{{#a}}", count: 33), "--template: more than 32 sections"),
    (Text(repeating: "{{#a}}", count: 100_000), "--template: more than 32 sections"),
  ])
  func `rejects an invalid template`(_ template: Text, _ why: String) async {
    let outcome = await Harness().run("x", "--template", template.value)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("{{zzzz}}", "zzzz"), ("{{#isFork}}x{{/isFork}}{{nmae}}", "nmae"), ("{{login}}", "login"),
    ("{{owner.zzzz}}", "owner.zzzz"), ("{{=<% %>=}}<%zzzz%>", "zzzz"), ("{{{zzzz}}}", "zzzz"),
    ("{{#zzzz}}x{{/zzzz}}", "zzzz"), ("{{uppercased(zzzz)}}", "zzzz"),
  ])
  func `rejects an unknown field in a template`(_ template: String, _ name: String) async {
    let outcome = await Harness().run("x", "--template", template)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("--template: unknown field \"\(name)\""), "\(outcome.errors)")
    let advice = name == "nmae" ? "did you mean name?" : "`ghsearch fields` lists them"
    #expect(outcome.errors.contains("; \(advice)"), "\(outcome.errors)")
  }

  @Test func `accepts typed escapes for tabs and line breaks`() async throws {
    #expect(try await run(#"{{name}}\t{{owner.login}}\n-"#).output == "vapor\tvapor\n-\n")
    #expect(try await run(#"{{name}}\\t\x"#).output == #"vapor\t\x"# + "\n")
  }

  @Test(arguments: [
    ["--json", "id", "--template", "x"], ["--csv", "id", "--jsonl", "id"],
    ["--csv", "id", "--jq", "."], ["--template", "x", "--jq", "."],
  ])
  func `formats exclude each other`(_ flags: [String]) async {
    let outcome = await Harness().run(["x"] + flags)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(flags[0]) && outcome.errors.contains(flags[2]))
  }
}
