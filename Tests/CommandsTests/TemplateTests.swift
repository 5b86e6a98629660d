import Commands
import GitHubSandbox
import Testing

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
    ("{{#owner}}{{type}}{{/owner}}", "Organization\n"), ("<{{nothing}}{{isStarred}}>", "<>\n"),
    ("{{createdAt}} {{isFork}}", "2016-01-06T00:00:00Z false\n"),
    ("{{^isArchived}}alive{{/isArchived}}{{#isArchived}}dead{{/isArchived}}", "alive\n"),
    ("{{! a comment }}&<>\"", "&<>\"\n"), ("", "\n"),
  ])
  func `a template is filled in for each row`(_ template: String, _ expected: String) async throws {
    let outcome = try await run(template)

    #expect(outcome.output == expected)
    #expect(outcome.errors == "")
  }

  @Test func `topics are a list, and words by themselves`() async throws {
    let words = try await run("{{topics}}").output
    let list = try await run("{{#topics}}{{.}} {{/topics}}").output

    #expect(list.split(separator: " ").count > 2)
    #expect(words == list.dropLast(2) + "\n")
  }

  @Test(arguments: [
    ("{{fullName", "--template: a tag does not end, or has no name in line 1"),
    ("x\n{{#topics}}", "--template: a section does not end in line 2"),
    ("{{/topics}}", "--template: a section ends that has not begun in line 1, column"),
    (String(repeating: "{{#a}}", count: 33), "--template: it has more than 32 sections"),
    (String(repeating: "{{#a}}", count: 100_000), "--template: it has more than 32 sections"),
  ])
  func `a template that makes no sense is refused`(_ template: String, _ why: String) async {
    let outcome = await Harness().run("x", "--template", template)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
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
