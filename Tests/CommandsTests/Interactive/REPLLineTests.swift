import Core
import GitHubModel
import Output
import Testing

@testable import Commands

/// The meaning of a line of the REPL.
@Suite struct REPLLineTests {
  @Test(arguments: [
    (":star 1,3 5-7 vapor/vapor --dry-run", ["star 1 3 5 6 7 vapor/vapor --dry-run"]),
    (":unstar #2", ["unstar #2"]), (":fav 1", ["favorites add 1"]),
    (":unfav 1-2", ["favorites remove 1 2"]), (":view 1-2", ["view 1", "view 2"]),
    (":open a/b 3", ["open a/b", "open 3"]), (":view", ["view"]),
    (":view --web 2", ["view --web 2"]),
    (":view 2,3 --web", ["view 2 --web", "view 3 --web"]),
    (":view 1 --json a,b --max-chars 500", ["view 1 --json a,b --max-chars 500"]),
    (":star 1,2 --jsonl a,b --after 3", ["star 1 2 --jsonl a,b --after 3"]),
    (":star 5-3 1- -1 0 1-99999 x", ["star 5-3 1- -1 0 1-99999 x"]), (":lists", ["lists"]),
    (":growth 1", ["growth 1"]), (":stars sync --no-readmes", ["stars sync --no-readmes"]),
    (":stars --language go", ["stars --language go"]), (":lists show Web", ["lists show Web"]),
    (":help star", ["help star"]), (":search swift --limit 3", ["search swift --limit 3"]),
  ])
  func `runs the program's commands, expanding row ranges`(line: String, runs: [String]) throws {
    let runs = runs.map { $0.split(separator: " ").map(String.init) }

    #expect(try REPLLine(line) == .run(runs))
  }

  @Test func `quotes group the words of a command`() throws {
    let note = ["note", "1", "to read", "", "it's"]

    #expect(try REPLLine(#":note 1 "to read" '' it"'"s"#) == .run([note]))
  }

  @Test(arguments: [
    ("don't forget", ["don't", "forget"]), ("don't, it's mine", ["don't,", "it's", "mine"]),
    (#""to read"#, ["\"to", "read"]), (#"3" tape"#, ["3\"", "tape"]),
    ("the users' 'own words'", ["the", "users'", "own words"]),
  ])
  func `keeps apostrophes and unclosed quotes`(
    note: String,
    words: [String]
  ) throws {
    #expect(try REPLLine(":note 1 \(note)") == .run([["note", "1"] + words]))
  }

  @Test(arguments: [
    "swift", "-vim swift", #""http server" --language go"#, "star wars", "stars:>5", "a :star 1",
  ])
  func `searches for any other line as typed`(line: String) throws {
    #expect(try REPLLine("  \(line)\t") == .list(.search(line)))
    #expect(REPLList.search(line).arguments(["--limit=5"]) == ["search", "--limit=5", "--", line])
  }

  @Test(arguments: [
    #""language server" -vim (rust OR go)"#, "sync engines", "undo manager", "list views",
  ])
  func `words after a list's name search the local copy as typed`(
    text: String
  ) throws {
    #expect(
      try REPLLine(":stars \(text)") == .list(REPLList(command: ["stars", "search"], text: text))
    )
    #expect(try REPLLine(":stars") == .list(REPLList(command: ["stars", "list"])))
  }

  @Test(arguments: [
    ("To read", "To read"), (#""To read""#, "To read"), (#"The "best""#, #"The "best""#),
  ])
  func `quotes around a list's name are not part of it`(text: String, name: String) throws {
    #expect(
      try REPLLine(":lists \(text)") == .list(REPLList(command: ["lists", "show"], text: name))
    )
  }

  @Test(arguments: [
    ("", REPLLine.nothing), (" ", .nothing), ("exit", .quit), (" quit\t", .quit), (":quit", .quit),
    ("help", .help), (":help", .help), (":more", .more), (":undo", .run([["undo"]])),
    (":history", .history),
    (":limit 5", .limit(5)), (":order asc", .order(.ascending)), (":sort stars", .sort("stars")),
    (#""help""#, .list(.search(#""help""#))),
  ])
  func `the REPL has a few additional commands`(text: String, line: REPLLine) throws {
    #expect(try REPLLine(text) == line)
  }

  @Test(arguments: [
    (":strr 1", ":strr: unknown command; did you mean :star? :help lists the commands"),
    (":xyzzy", ":xyzzy: unknown command; :help lists the commands"),
    (":", ":: unknown command; :help lists the commands"),
    (":hi", ":hi: unknown command; did you mean :history? :help lists the commands"),
    (":more 3", ":more: takes no argument; use :more"),
    (":limit 0", ":limit: takes a number from 1 to 1000; use :limit N"),
    (":limit 1e3", ":limit: takes a number from 1 to 1000; use :limit N"),
    (":order up", ":order: takes one of desc, asc; use :order desc|asc"),
  ])
  func `a wrong command gets one helpful line`(line: String, message: String) {
    let failure = #expect(throws: OperationFailure.self) { try REPLLine(line) }

    #expect(failure?.message.line == "ghsearch: \(message)")
    #expect(failure?.status == .usage)
  }

  @Test(arguments: [
    "star 1", "view 1-3", "sort stars", "view vapor/vapor", "more", "stars", "limit 5",
  ])
  func `recognizes a command without its colon`(line: String) {
    #expect(REPLLine.command(meantBy: line) == ":\(line)")
  }

  @Test(arguments: [
    "swift", "star wars", "help me", "view", "sort algorithms", "exit code", "stars and planets",
    "lists of links", "growth 1",
  ])
  func `a search that only starts like a command is still a search`(line: String) {
    #expect(REPLLine.command(meantBy: line) == nil)
  }
}
