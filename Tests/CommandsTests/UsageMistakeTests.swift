import Core
import Discovery
import GitHubModel
import GitHubSandbox
import Output
import RepositoryStore
import Testing

@testable import Commands

/// The messages for mistakes in arguments.
@Suite struct UsageMistakeTests {
  @Test(
    arguments: [
      (["x", "--langauge", "go"], "unknown option '--langauge'; did you mean --language?\n"),
      (["x", "--lang=go"], "unknown option '--lang'; did you mean --language?\n"),
      (["view", "a/b", "--templ", "x"], "unknown option '--templ'; did you mean --template?\n"),
      (["doctor", "--mesage-format"], "did you mean --message-format?\n"),
      (["x", "--bogus"], "unknown option '--bogus'; see `ghsearch search --help`\n"),
      (["view", "a/b", "--limit"], "unknown option '--limit'; see `ghsearch view --help`\n"),
      (["trending", "--starred"], "'--starred'; see `ghsearch trending --help`\n"),
      (
        ["stars", "--", "--lang"], "unexpected argument '--lang'; see `ghsearch stars list --help`"
      ),
      (["view", "a/b", "-x"], "unknown option '-x'; see `ghsearch view --help`"),
      (["x", "-language:go"], "put query text that starts with a dash after --"),
      (["stars", "search", "plum", "-pear"], "put query text that starts with a dash after --"),
      (["view", "a/b", "-pear"], "unknown option '-pear'; see `ghsearch view --help`"),
      (["stars", "search"], "missing expected argument '<word> ...'; see"),
      (["stars", "search", "web", "--sort", "x"], "one of the following: - relevance - starred"),
      (["x", "--json"], "--json: missing value; use some of these fields, or all"),
      (["view", "a/b", "--csv"], "--csv: missing value; use some of these fields, or all"),
      (["x", "--jsonl", "--limit", "5"], "--jsonl: missing value; use some of these fields"),
      (["x", "--limit", "abc"], "the value 'abc' is invalid for '--limit <limit>': use 1 to 1000"),
      (["favorites", "--limit", "0"], "'--limit <limit>': use 1 or more"),
      (["x", "--cache", "10"], "use 30s, 10m, 1h, 7d, 3mo or 2y"),
      (["stars", "prune", "--not-pushed-for", "3m"], "use days or longer: 90d, 26w, 24mo or 2y"),
      (["x", "--wait", "--no-wait"], "flag '--no-wait' had already been set with flag '--wait'"),
      (["view", "a/b", "--readme", "--no-readme"], "cannot be used together"),
      (["stars", "--list", "a", "--unlisted"], "--list and --unlisted cannot be used together"),
      (["x", "--web", "--json", "id"], "--web and --json cannot be used together"),
      (["view", "a/b", "-w", "-q", "."], "--web and --jq cannot be used together"),
      (["stars", "-w", "-t", "x"], "--web and --template cannot be used together"),
      (["star"], "the shell treats a bare #2 as a comment"),
      (["star", "-1"], "no row -1; rows are numbered from 1\n"),
      (["view", "-12", "--readme"], "no row -12; rows are numbered from 1\n"),
      (["stars", "prnue"], "unknown command \"prnue\"; did you mean prune? Use list, sync"),
      (
        ["stars", "serach", "foo"],
        "unknown command \"serach\"; did you mean search? Use list, sync"
      ),
      (
        ["stars", "terminal"],
        "unknown command \"terminal\"; to search your stars, run `ghsearch stars search terminal`; commands: list"
      ),
      (
        ["stars", "file manager", "it's", "--limit", "5"],
        "unknown command \"file manager\"; to search your stars, run `ghsearch stars search 'file manager' 'it'\\''s'`"
      ),
      (
        ["lists", "weekend", "later"],
        "to show a list, run `ghsearch lists show 'weekend later'`; commands: list, show"
      ),
      (["stars", "list", "x"], "unexpected argument 'x'; see `ghsearch stars list --help`"),
      (["stars", "--limit", "5", "x"], "unexpected argument 'x'; see"),
      (["view", "a/b", "c/d", "--web"], "--web takes one repository"),
      (["view", "a/b", "-", "--section", "x"], "--section takes one repository; for several use"),
      (["view", "a/b", "--readme=onyl"], "invalid for '--readme': use --readme or --readme=only"),
      (
        ["view", "a/b", "--plain", "--no-readme"], "--plain and --no-readme cannot be used together"
      ),
      (["view", "a/b", "--outline", "--plain"], "--outline and --plain cannot be used together"),
      (["view", "a/b", "--outline", "-q", "."], "use the field, as in --json fullName,outline"),
      (
        ["view", "a/b", "--section", "x", "--json", "name"],
        "--section: the field readme is missing; add it, as in --json fullName,readme"
      ),
      (
        ["view", "a/b", "--readme", "--json", "name"], "--readme and --json cannot be used together"
      ),
      (["view", "a/b", "--readme", "-q", "."], "--readme and --jq cannot be used together"),
      (["view", "a/b", "--readme", "-t", "x"], "--readme and --template cannot be used together"),
      (
        ["view", "a/b", "--readme", "--csv", "all"],
        "use the field, as in --json fullName,readme"
      ),
      (
        ["view", "a/b", "--readme", "--jsonl", "all"],
        "--readme and --jsonl cannot be used together"
      ),
      (["auth", "singin"], "unknown command \"singin\"; use status, login, logout"),
      (["completion", "zhs"], "Please provide one of 'bash', 'zsh' or 'fish'"),
      (["help", "bogus"], "help: \"bogus\" is not a command; commands: search, trending"),
      (["help", "veiw"], "did you mean view? See `ghsearch --help`"),
      (["help", "stars", "lst"], "did you mean list? See `ghsearch stars --help`"),
      (["help", "stars", "bogus"], "help: \"bogus\" is not a command; commands: list, sync"),
      (["help", "me"], "help: \"me\" is not a command"),
    ] as [([String], String)]
  )
  func `a mistake gets the valid values, or the command's help`(
    _ arguments: [String],
    _ message: String
  ) async {
    let outcome = await Harness().run(arguments)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    (["search", "x", "--json"], RepositoryRow.fields.map(\.name)),
    (["x", "--csv", "--limit", "5"], RepositoryRow.fields.map(\.name)),
    (["view", "--jsonl", "vapor/vapor"], RepositoryRow.fields.map(\.name)),
    (["trending", "--json"], TrendingRow.fields.map(\.name)),
    (["growth", "vapor/vapor", "--jsonl"], GrowthRow.fields.map(\.name)),
    (["lists", "--json"], StarList.fields.map(\.name)),
    (["stars", "changes", "--json"], StarEvent.fields.map(\.name)),
    (["stars", "releases", "--csv"], StarRelease.fields.map(\.name)),
    (["fields", "--json"], FieldRow.fields.map(\.name)),
  ])
  func `a format without fields gets the command's fields`(
    _ arguments: [String],
    _ fields: [String]
  ) async {
    let outcome = await Harness().run(arguments)

    #expect(outcome.status == .usage && outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    let named = lines.dropLast().flatMap { $0.split { ", ".contains($0) }.map(String.init) }
    #expect(named == fields)
    #expect(lines.last?.contains(": missing value; ") == true)
  }

  @Test(arguments: [["help"], ["help", "stars"], ["help", "stars", "list"], ["help", "view"]])
  func `prints a command's help`(_ arguments: [String]) async {
    let outcome = await Harness().run(arguments)

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("\n\nEXAMPLES:\n"))
  }

  @Test func `hints at a mistyped qualifier`() async throws {
    let outcome = try await Harness.anonymous().run("langauge:go")

    #expect(outcome.errors.contains("did you mean language:?"), "\(outcome.errors)")
  }

  @Test(
    arguments: [
      ("stars:abc", #"stars: "abc" is not a whole number; use n, >n"#),
      ("-forks:>x", #"forks: "x" in ">x" is not a whole number; use n, >n"#),
      ("swift pushed:soon", #"pushed: "soon" is not a date; use a date such as"#),
      ("size:9..1", #"size: "9..1" is backwards: 9 is after 1"#),
    ]
  )
  func `hints at an unreadable range if nothing is found`(
    query: String,
    hint: String
  ) async throws {
    let outcome = try await Harness.anonymous().run("--", query)

    #expect(outcome.status == .success)
    #expect(outcome.errors.contains("ghsearch: \(hint)"), "\(outcome.errors)")
  }

  @Test func `flags shared with search have the same letters`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.signedIn(to: sandbox) }

    let template = await harness().run("view", "vapor/vapor", "-t", #"{{name}}\t{{owner.login}}\n"#)
    let csv = await harness().run("view", "vapor/vapor", "--csv", "fullName,isStarred")
    let page = await harness().run("view", "vapor/vapor", "-w", "--hostname", "github.com")
    let stars = await harness().run("stars", "-w", "--hostname", "github.com")

    #expect(template.output == "vapor\tvapor\n")
    #expect(csv.lines == ["fullName,isStarred", "vapor/vapor,false"])
    #expect(page.output == "https://github.com/vapor/vapor\n")
    #expect(stars.output == "https://github.com/stars\n")
  }
}

@Suite struct TimeSpanTests {
  @Test(
    arguments: [
      ("30s", 30), ("10m", 600), ("1h", 3600), ("7d", 604_800), ("2w", 1_209_600),
      ("3mo", 7_776_000), ("2y", 63_072_000), ("90days", 7_776_000), ("24months", 62_208_000),
      ("1day", 86_400), ("0s", 0),
    ] as [(String, Double)]
  )
  func `accepts a number and a unit as a duration`(_ text: String, _ seconds: Double) throws {
    #expect(try TimeSpan.reading(text).seconds == seconds)
  }

  @Test(arguments: ["", "10", "m", "-1d", "1.5h", "10x", "1 d", "99999y", "٣d"])
  func `rejects any other duration`(_ text: String) {
    #expect(throws: (any Error).self) { try TimeSpan.reading(text) }
  }

  @Test(arguments: ["1s", "3m", "48h", "0d"])
  func `an age is at least a day`(_ text: String) {
    #expect(throws: (any Error).self) { try TimeSpan.readingDays(text) }
  }
}
