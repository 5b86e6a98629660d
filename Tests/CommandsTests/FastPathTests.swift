import ArgumentParser
import Core
import GitHubModel
import GitHubSandbox
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The fast path parses arguments as the parser would, or leaves them to it.
@Suite(.ownThread) struct FastPathTests {
  @Test(arguments: [
    "linux", "linux kernel", "search linux", "search search", "linux star", "linux help",
    "language:go stars:>10", "a=b", "ü", "linux --limit 100", "linux -L 100", "linux -L=100",
    "--limit=100 linux", "--sort stars --order asc --skip 5 linux", "search --limit 5 linux",
    "linux --json all", "linux --jsonl name", "linux --csv all,readme", "linux --color never",
    "--language go", "tui --language go --language c++,rust --not-topic cli", "linux --stars >10",
    "linux --stars 1 --stars 2", "linux --archived", "linux --not-archived", "linux --mirror=maybe",
    "--limit 5 star",
  ])
  func `parses a plain search exactly as the full parser does`(line: String) throws {
    let arguments = try Self.arguments(line)

    let search = try #require(FastPath.search(arguments))

    #expect(try Self.parsed(arguments) == Plain(search))
  }

  @Test(arguments: [
    "", "search", "help", "help search", "--help", "-h", "--version", "linux --help", "linux -h",
    "--", "-- linux", "linux -- --limit", "-", "linux -", "linux --", "-linux", "--lim 5 linux",
    "--nonsense linux", "linux -L100", "linux -L", "linux --limit", "linux --limit=",
    "linux --limit -5", "linux --limit=-5", "linux --limit 0", "linux --limit 1001",
    "linux --limit five", "linux --skip 1000", "linux --limit 5 --limit 5", "linux -L 5 --limit 5",
    "linux --sort star", "linux --sort Stars", "linux --sort stars --sort forks",
    "linux --order up", "linux --color red", "linux --json name --csv name", "linux --json",
    "linux --json name --json name", "linux --csv nonsense", "linux --json schema",
    "linux --language", "linux --language=", "linux --language -go",
    "linux -language=go", "linux --LANGUAGE go", "linux --json --limit 5", "linux --all",
    "linux --starred", "linux --wait", "linux --cache 1h", "linux --verbose", "linux --jq .",
    "linux --template x", "linux --hostname a.b", "linux --web", "linux -w",
    "linux --generate-completion-script zsh",
  ])
  func `leaves everything that is not a plain search to the full parser`(line: String) throws {
    #expect(FastPath.search(try Self.arguments(line)) == nil)
  }

  @Test(arguments: [
    [""], ["linux", ""], ["linux", "--json", ""], ["linux", "--limit", " 5"],
    ["linux", "--limit=\u{338}5"], ["-\u{301}"],
  ])
  func `leaves words that look like flags to the full parser`(arguments: [String]) {
    #expect(FastPath.search(arguments) == nil)
  }

  @Test func `leaves every command to the full parser`() {
    for command in GHSearchCommand.configuration.subcommands where command != SearchCommand.self {
      for name in [command._commandName] + command.configuration.aliases {
        #expect(FastPath.search([name]) == nil, "\(name)")
        #expect(FastPath.search([name, "linux"]) == nil, "\(name)")
        #expect(FastPath.search([name, "--limit", "5"]) == nil, "\(name)")
      }
    }
    #expect(FastPath.search(["help", "linux"]) == nil)
  }

  @Test(arguments: 1...4)
  func `agrees with the full parser on random arguments`(seed: UInt64) throws {
    var typist = Typist(seed: seed)
    var taken = 0
    for _ in 0..<Self.lists {
      guard let arguments = try? QualifierFlag.expandingBooleans(typist.arguments()),
        let search = FastPath.search(arguments)
      else { continue }
      taken += 1
      #expect((try? Self.parsed(arguments)) == Plain(search), "\(arguments)")
    }

    #expect((Self.lists / 4...Self.lists * 3 / 4).contains(taken), "\(taken)")
  }

  private static let lists = Rounds.count(100, of: 5000)

  @Test(arguments: [
    "star", "star a/b --wait", "stars", "stars list --sort nonsense", "stars prune --dry-run",
    "view",
    "view a/b --json all", "favorites add", "favorites add a/b", "auth", "auth status",
    "repl --limit 0", "doctor --bogus", "linux --bogus", "linux --sort star", "linux --limit 0",
    "linux --json name --csv name", "linux --all --skip 5", "linux --wait --verbose", "linux -L",
    "stars serach foo", "stars terminal", "stars list x y", "lists edit later", "stars --limit 5 x",
    "view a/b --readme --json all", "lists --limit 0", "stars sync --wait x", "search --cache soon",
    "interactive a b --no-mouse",
  ])
  func `a subcommand's parser agrees with the full parser`(line: String) throws {
    let arguments = try Self.arguments(line)

    #expect(
      Self.outcome { try FastPath.command(arguments) ?? GHSearchCommand.parseAsRoot(arguments) }
        == Self.outcome { try GHSearchCommand.parseAsRoot(arguments) }
    )
  }

  @Test(arguments: ["--help", "-h", "--version"])
  func `help and version match the full parser's, with sections at the end`(flag: String) throws {
    let answer = try #require(FastPath.text(for: [flag]))

    let parsed = Self.outcome {
      var command = try GHSearchCommand.parseAsRoot([flag])
      try command.run()
      return command
    }
    #expect(answer == CommandHelp.arranged(parsed))
  }

  /// The command with its values, or the error message.
  private static func outcome(_ parse: () throws -> any ParsableCommand) -> String {
    do {
      return "\(try parse())"
    } catch {
      return GHSearchCommand.message(for: error)
    }
  }

  private static func arguments(_ line: String) throws -> [String] {
    try QualifierFlag.expandingBooleans(line.split(separator: " ").map(String.init))
  }

  private static func parsed(_ arguments: [String]) throws -> Plain {
    let command = try GHSearchCommand.parseAsRoot(arguments)
    return try Plain(try #require(command as? SearchCommand))
  }
}

/// All values of a search, from either parser.
struct Plain: Equatable {
  private let words: [String]
  private let qualifiers: [[String]]
  private let order: [String]
  private let numbers: [Int]
  /// The fields of each format that has fields.
  private let formats: [String?]
  private let color: ColorChoice

  init(_ search: PlainSearch) {
    words = search.words
    qualifiers = search.wanted.values + search.unwanted.values
    order = [search.sort.rawValue, search.order.rawValue]
    numbers = [search.limit, search.skip]
    let names = search.format?.fields?.map(\.name).joined(separator: ",")
    formats =
      switch search.format {
      case .json?: [names, nil, nil]
      case .jsonLines?: [nil, names, nil]
      case .csv?: [nil, nil, names]
      default: [nil, nil, nil]
      }
    color = search.color
  }

  /// Fails for a search with an option that a plain search lacks.
  init(_ command: SearchCommand) throws {
    try #require(
      !command.list.all && command.stars.choice == nil && command.connection.wait == nil
        && command.cache.cache == nil && command.connection.hostname == nil
        && !command.connection.verbose && command.output.template == nil
        && command.output.jq == nil && !command.web
    )
    words = command.query
    qualifiers = command.wanted.values + command.unwanted.values
    order = [command.list.sort.rawValue, command.list.order.rawValue]
    numbers = [command.list.limit ?? ListOptions.defaultLimit, command.list.skip]
    let output = command.output
    formats = try [output.json, output.jsonl, output.csv].map { names in
      try names?.text.map { try RepositoryRow.list($0).map(\.name).joined(separator: ",") }
    }
    color = output.color
  }
}

/// Types random searches, most of them valid.
private struct Typist {
  private typealias Flag = (name: String, values: [String])

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

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

  /// Prefers qualifiers, which are the most numerous and the least error-prone.
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
  private static let qualifierFlags: [Flag] = (QualifierFlag.wanted + QualifierFlag.unwanted).map {
    ($0.flag, ["go", "c++,rust", ">10", "1..2", "true", "@me", "a=b"])
  }
}
