import Foundation
import GitHubSandbox
import Output
import TestTraits
import Testing

@testable import Commands

/// The query that flags produce, as in the URL printed by `--web`.
@Suite(.ownThread) struct QualifierFlagTests {
  private func query(_ arguments: [String]) async throws -> String {
    let outcome = await Harness().run(["--web"] + arguments)
    let url = try #require(
      URLComponents(string: outcome.output.trimmingCharacters(in: .newlines)),
      "\(outcome.errors)"
    )
    return try #require(url.queryItems?.first { $0.name == "q" }?.value)
  }

  @Test(
    arguments: [
      (["--language", "swift"], "language:swift"),
      (["--language", "go,rust", "--language", "c++"], "language:go language:rust language:c++"),
      (["--topic", "cli,http"], "topic:cli topic:http"),
      (["--license", "mit", "--license", "apache-2.0"], "license:mit license:apache-2.0"),
      (["--owner", "apple,@me"], "user:apple user:@me"),
      (["--repo", "https://github.com/vapor/vapor"], "repo:vapor/vapor"),
      (["--match", "name", "--match", "readme"], "in:name,readme"),
      (
        [
          "--stars", ">10", "--forks", "1..*", "--size", "<=100", "--followers", "7",
          "--number-topics", "5..10", "--good-first-issues", ">2", "--help-wanted-issues", ">3",
        ],
        "topics:5..10 stars:>10 forks:1..* size:<=100 followers:7 good-first-issues:>2 "
          + "help-wanted-issues:>3"
      ),
      (
        [
          "--created", ">=2024-01-31", "--pushed", "2024-01-31T12:00:00+07:00",
          "--updated", "2024-01-01..2024-02-29",
        ],
        "created:>=2024-01-31 pushed:2024-01-31T12:00:00+07:00 pushed:2024-01-01..2024-02-29"
      ),
      (
        ["--archived", "--is-template", "--mirror", "--include-forks", "only"],
        "archived:true template:true mirror:true fork:only"
      ),
      (
        ["--archived=false", "--is-template=false", "--mirror=false", "--include-forks=false"],
        "archived:false template:false mirror:false fork:false"
      ),
      (["--not-archived"], "archived:false"),
      (["--visibility", "private,internal"], "is:private is:internal"),
      (["--not-language", "go,c#"], "-language:go -language:c#"),
      (["--not-language", "jupyter notebook"], "-language:\"jupyter notebook\""),
      (["--not-stars", ">10", "--not-stars", "5"], "-stars:>10 -stars:5"),
      (
        [
          "--not-topic", "x", "--not-number-topics", "0", "--not-license", "gpl-3.0",
          "--not-owner", "x", "--not-repo", "a/b", "--not-forks", "1", "--not-size", "2",
          "--not-followers", "3",
        ],
        "-topic:x -topics:0 -license:gpl-3.0 -user:x -repo:a/b -forks:1 -size:2 -followers:3"
      ),
      (
        [
          "--not-created", "<2020-01-01", "--not-pushed", "<2021-01-01", "--not-updated",
          "<2022-01-01", "--not-good-first-issues", "0", "--not-help-wanted-issues", "1",
          "--not-visibility", "private",
        ],
        "-created:<2020-01-01 -pushed:<2021-01-01 -pushed:<2022-01-01 -good-first-issues:0 "
          + "-help-wanted-issues:1 -is:private"
      ),
      (
        ["--archived", "words", "--", "--archived", "-topic:x"],
        "words --archived -topic:x archived:true"
      ),
      (
        ["--topic", "x", "--language", "go", "--not-topic", "y", "--stars", "1", "words"],
        "words language:go topic:x stars:1 -topic:y"
      ),
    ] as [([String], String)]
  )
  func `a flag becomes a qualifier`(_ arguments: [String], _ expected: String) async throws {
    #expect(try await query(arguments) == expected)
  }

  /// Queries that gh alters: https://github.com/cli/cli/issues/13678, 8984 and others.
  @Test(arguments: [
    "topic:artificial-intelligence stars:>5000 pushed:>2026-06-01 archived:false",
    "user:TWiStErRob -is:fork -is:archive", "-topic:x", "license:mit OR license:apache-2.0",
    "language:go language:rust", "-language:\"jupyter notebook\"", "q&page=2", "a+b", "c++", "c#",
    "topic:\"machine learning\" cli", "100% sure", "50%25", "#1 ?x=y", "\"exact words\" other",
    "日本 é",
  ])
  func `keeps typed text unchanged`(_ text: String) async throws {
    #expect(try await query(["--", text]) == text)
  }

  @Test func `appends flags to the typed text`() async throws {
    let text = "topic:\"machine learning\" cli"
    #expect(try await query(["--language", "go", "--", text]) == "\(text) language:go")
  }

  @Test(arguments: [
    (["--stars", "1k..5k", "--pushed", "2024"], "stars:1000..5000 pushed:2024-01-01..2024-12-31"),
    (["swift stars:>1k", "--created", ">2024"], "swift stars:>=1001 created:>=2025-01-01"),
  ])
  func `translates natural numbers and dates for GitHub`(
    _ arguments: [String],
    _ expected: String
  ) async throws {
    #expect(try await query(arguments) == expected)
  }

  @Test(
    arguments: [
      (["--stars", "20..10"], #"--stars: "20..10" is backwards: 20 is after 10; use n, >n"#),
      (["--stars", "1..x"], #"--stars: "x" in "1..x" is not a whole number; use"#),
      (["--stars", "many"], #"--stars: "many" is not a whole number; use"#),
      (["--stars", ""], #"--stars: "" needs a whole number; use"#),
      (["--size", "*..*"], #"--size: "*..*" has no limit"#),
      (["--forks", "99999999999999999999"], #"--forks: "99999999999999999999" is too large"#),
      (
        ["--stars", "1", "--stars", "2"],
        "--stars: may be given only once; use a range such as a..b"
      ),
      (["--archived", "--archived=false"], "--archived: may be given only once\n"),
      (
        ["--created", "2023-02-29"], #"--created: "2023-02-29" is not a date; use"#
      ),
      (["--updated", "2024-02-01..2024-01-01"], "--updated: \"2024-02-01..2024-01-01\" is back"),
      (["--not-pushed", "soon"], #"--not-pushed: "soon" is not a date"#),
      (["--pushed", "2024-01-31T12:00:00"], #""2024-01-31T12:00:00" is not a date"#),
      (["--archived=maybe"], #"--archived: invalid value "maybe"; use true, false"#),
      (
        ["--include-forks", "onyl"],
        "invalid value \"onyl\"; did you mean only? Use true, false, only"
      ),
      (
        ["--match", "name,topisc"],
        "--match: invalid value \"topisc\"; did you mean topics? Use"
      ),
      (["--visibility", "secret"], "use public, private, internal"),
      (["--language", "go,"], "--language: empty value"),
      (["--topic", "a\"b"], "--topic: \"a\"b\" contains a quote or a control character"),
      (["--license", "\u{1B}[31m"], #"--license: "\u{1b}[31m" contains a quote"#),
      (["--owner", "a/b"], #"--owner: "a/b" is not a valid login"#),
      (["--not-repo", "vapor"], #"--not-repo: "vapor" is not a repository name; use OWNER/NAME"#),
      (["--sort", "star"], "the value 'star' is invalid for '--sort <sort>'. Please provide one"),
      (["--json", "nmae"], "--json: unknown field \"nmae\"; did you mean name?\n"),
    ] as [([String], String)]
  )
  func `the message names the mistake`(_ arguments: [String], _ message: String) async {
    let outcome = await Harness().run(["x"] + arguments)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.utf8.count <= 500)
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func `a long value does not hide the mistake`() async {
    let outcome = await Harness().run("x", "--stars", String(repeating: "x", count: 100_000))

    #expect(outcome.errors.contains("…\" is not a whole number; use n, >n"))
  }

  @Test(
    arguments: [
      (
        ["zzz", "--language", "swfit"],
        "unknown language swfit; did you mean Swift"
      ),
      (["zzz language:pyhton"], "did you mean Python?"),
    ] as [([String], String)]
  )
  func `a search without results gets a hint`(_ words: [String], _ hint: String) async throws {
    let outcome = try await Harness.anonymous().run(words)

    #expect(outcome.status == .success)
    #expect(outcome.errors.contains("no repositories match"))
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["zzzz"], ["zzz", "--language", "golang"], ["zzz", "--language", "brainfuck"],
    ["zzz", "--not-language", "swfit"],
  ])
  func `suggests nothing without a typo`(_ words: [String]) async throws {
    let outcome = try await Harness.anonymous().run(words)

    #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome.errors)")
  }
}
