import ArgumentParser
import GitHubModel
import Locking
import TestSupport
import Testing

@testable import Commands

struct PlainSearchTests {
  @Test(arguments: [
    "linux", "linux kernel", "search linux", "search search", "linux star", "linux help",
    "language:go stars:>10", "a=b", "ü", "linux --limit 100", "linux -L 100", "linux -L=100",
    "--limit=100 linux", "--sort stars --order asc --skip 5 linux", "search --limit 5 linux",
    "linux --json all", "linux --jsonl name", "linux --csv nonsense", "linux --color never",
    "--language go", "tui --language go --language c++,rust --not-topic cli", "linux --stars >10",
    "linux --stars 1 --stars 2", "linux --archived", "linux --not-archived", "linux --mirror=maybe",
    "--limit 5 star",
  ])
  func `takes a plain search, and reads it as the parser does`(line: String) throws {
    let arguments = Self.arguments(line)

    let job = try #require(PlainSearch.job(arguments))

    #expect(try Self.parsed(arguments) == job)
  }

  @Test(arguments: [
    "", "search", "help", "help search", "--help", "-h", "--version", "linux --help", "linux -h",
    "--", "-- linux", "linux -- --limit", "-", "linux -", "linux --", "-linux", "--lim 5 linux",
    "--nonsense linux", "linux -L100", "linux -L", "linux --limit", "linux --limit=",
    "linux --limit -5", "linux --limit=-5", "linux --limit 0", "linux --limit 1001",
    "linux --limit five", "linux --skip 1000", "linux --limit 5 --limit 5", "linux -L 5 --limit 5",
    "linux --sort star", "linux --sort Stars", "linux --sort stars --sort forks",
    "linux --order up", "linux --color red", "linux --json name --csv name", "linux --json",
    "linux --json a --json b", "linux --language", "linux --language=", "linux --language -go",
    "linux -language=go", "linux --LANGUAGE go", "linux --json --limit 5", "linux --all",
    "linux --starred", "linux --wait", "linux --cache 1h", "linux --verbose", "linux --jq .",
    "linux --template x", "linux --hostname a.b", "linux --web", "linux -w",
    "linux --generate-completion-script zsh",
  ])
  func `leaves to the parser whatever is not plain`(line: String) {
    #expect(PlainSearch.job(Self.arguments(line)) == nil)
  }

  @Test(arguments: [
    [""], ["linux", ""], ["linux", "--json", ""], ["linux", "--limit", " 5"],
    ["linux", "--limit=\u{338}5"], ["-\u{301}"],
  ])
  func `leaves texts to the parser that only look like words and flags`(arguments: [String]) {
    #expect(PlainSearch.job(arguments) == nil)
  }

  @Test func `leaves every command to the parser`() {
    #expect(Shortcut.namesCommand("help") && Shortcut.namesCommand("search"))
    #expect(!Shortcut.namesCommand("linux") && !Shortcut.namesCommand(nil))
    for command in GHSearchCommand.configuration.subcommands where command != SearchCommand.self {
      for name in [command._commandName] + command.configuration.aliases {
        #expect(PlainSearch.job([name]) == nil, "\(name)")
        #expect(PlainSearch.job([name, "linux"]) == nil, "\(name)")
        #expect(PlainSearch.job([name, "--limit", "5"]) == nil, "\(name)")
      }
    }
    #expect(SearchCommand.configuration.aliases.isEmpty)
    #expect(SearchCommand._commandName == "search")
  }

  @Test(arguments: 1...4)
  func `never says what the parser would not say`(seed: UInt64) throws {
    var typist = Typist(seed: seed)
    var taken = 0
    for _ in 0..<Self.lists {
      let arguments = LoneFlags.completed(typist.arguments())
      guard let job = PlainSearch.job(arguments) else { continue }
      taken += 1
      #expect((try? Self.parsed(arguments)) == job, "\(arguments)")
    }

    #expect((Self.lists / 4...Self.lists * 3 / 4).contains(taken), "\(taken)")
  }

  #if DEBUG
    /// The parser checks itself in a debug build, for a tenth of a second each time.
    private static let lists = 30
  #else
    private static let lists = 5000
  #endif

  @Test(arguments: [
    ("linux", true), ("linux --limit 5", true), ("search star", true), ("linux --wait", true),
    ("linux --verbose --language c", true), ("linux --help", false), ("search -h", false),
    ("--version", false), ("star a/b", false), ("stars list", false), ("", false),
  ])
  func `tells beforehand whether a search will ask GitHub`(_ line: String, _ isExpected: Bool) {
    #expect(Entry.expectsRequest(Self.arguments(line)) == isExpected)
    #expect(!Entry.expectsRequest(nil))
  }

  private static func arguments(_ line: String) -> [String] {
    LoneFlags.completed(line.split(separator: " ").map(String.init))
  }

  /// What the parser makes of them.
  private static func parsed(_ arguments: [String]) throws -> SearchJob {
    try #require(Entry.parse(arguments) as? SearchCommand).job
  }
}

/// Types searches, most of them well.
private struct Typist {
  private typealias Flag = (name: String, values: [String])

  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func arguments() -> [String] {
    var arguments = dice(8) == 0 ? [pick(Self.firsts)] : []
    for _ in 0..<dice(5) { arguments += piece() }
    return arguments
  }

  private mutating func piece() -> [String] {
    switch dice(40) {
    case 0: [pick(Self.oddities)]
    case 1: [flag().name]
    case 2: [pick(Self.others)]
    case 3...4: joined(flag().name, pick(Self.badValues))
    case 5...20: flagAndValue()
    default: [pick(Self.words)]
    }
  }

  private mutating func flagAndValue() -> [String] {
    let flag = flag()
    return joined(flag.name, pick(flag.values))
  }

  /// There are many more qualifiers, and less to get wrong with them.
  private mutating func flag() -> Flag {
    pick(dice(2) == 0 ? Self.listFlags : Self.qualifierFlags)
  }

  private mutating func joined(_ name: String, _ value: String) -> [String] {
    switch dice(20) {
    case 0: ["\(name)\(value)"]
    case 1: ["-\(name)", value]
    case 2...8: ["\(name)=\(value)"]
    default: [name, value]
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[dice(values.count)] }

  private mutating func dice(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  private static let words = [
    "linux", "kernel", "a=b", "language:go", "ü", "日本", "stars:>10", "search", "star", "help",
    "interactive", "stars", "5", "asc", "true",
  ]
  private static let firsts = [
    "search", "search", "search", "star", "help", "stars", "repl", "view",
  ]
  private static let oddities = [
    "", "-", "--", "---", "-5", "-x", "-\u{301}x", "\u{301}", "=", "--=", "-=x", "–", " ", "--lim",
  ]
  private static let others = [
    "--help", "-h", "--version", "--wait", "--no-wait", "--all", "--starred", "-w", "--verbose",
    "--archived", "--not-archived", "--mirror", "--nonsense", "--cache=1h", "--jq=.", "-q=.",
    "--generate-completion-script", "--help-hidden", "--experimental-dump-help",
  ]
  private static let badValues = [
    "", "-", "--", "-5", "0", "1001", "5.0", " 5", "٥", "none", "--sort", "-\u{301}", "\u{338}5",
    "9999999999999999999999",
  ]
  private static let listFlags: [Flag] = [
    ("--sort", SearchQuery.Sort.allCases.map(\.rawValue)), ("--order", ["asc", "desc"]),
    ("--limit", ["1", "30", "+7", "007", "1000"]), ("-L", ["5", "100"]),
    ("--skip", ["0", "5", "999"]), ("--json", ["all", "name,fullName", "nonsense"]),
    ("--jsonl", ["all", "rank"]), ("--csv", ["all", "name"]),
    ("--color", ["auto", "always", "never"]),
  ]
  private static let qualifierFlags: [Flag] = QualifierFlag.all.map {
    ($0.flag, ["go", "c++,rust", ">10", "1..2", "true", "@me", "a=b"])
  }
}

/// SplitMix64: the same numbers every time.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
