import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

/// `lists export` and `lists apply`.
@Suite struct ListPlanTests {
  private static func user(
    _ lists: [(String, [String])] = [
      ("Web", ["vapor/vapor", "iina/iina"]), ("Later", ["iina/iina", "atom/atom"]), ("Mac", []),
    ],
    stars: [String] = []
  ) async throws -> ListsHarness {
    try await ListsHarness.start(lists, stars: stars)
  }

  /// Names of repositories of the sandbox.
  private static func names(_ count: Int, _ user: ListsHarness) async -> [String] {
    let rows = await user.run("stars:>0", "--limit", "\(count)").lines
    return rows.map { String($0.prefix { $0 != "\t" }) }
  }

  /// The lists with their repositories, ignoring their order, which a round trip may change.
  private static func sets(_ user: ListsHarness) -> [String: Set<String>] {
    user.lists.mapValues(Set.init)
  }

  private static func apply(
    _ plan: [String],
    _ flags: String...,
    by user: ListsHarness
  ) async throws -> Outcome {
    let path = user.home.path + "/plan.jsonl"
    try (plan.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return await user.run(["lists", "apply", path] + flags)
  }

  @Test func `an export has a line for each listed repository, and its plan changes nothing`()
    async throws
  {
    let user = try await Self.user(stars: ["vapor/vapor", "junegunn/fzf"])

    let export = await user.run("lists", "export")

    #expect(
      export.output == """
        {"repo":"atom/atom","lists":["Later"]}
        {"repo":"iina/iina","lists":["Web","Later"]}
        {"repo":"vapor/vapor","lists":["Web"]}

        """
    )
    let applied = try await Self.apply(export.lines, by: user)
    #expect(applied.status == .success && applied.output.isEmpty)
    #expect(applied.errors == "ghsearch: nothing to change\n")
    #expect(user.mutations.isEmpty)
  }

  @Test func `an export right after a change includes it, even if reads lag`() async throws {
    let user = try await ListsHarness.start([("Web", []), ("Later", [])], readLag: 6)
    _ = await user.run("lists", "add", "Web", "vapor/vapor")

    let export = await user.run("lists", "export")

    #expect(export.output == "{\"repo\":\"vapor/vapor\",\"lists\":[\"Web\"]}\n")
  }

  @Test func `merges the lines about one repository unless they contradict each other`()
    async throws
  {
    let user = try await Self.user()

    let joined = try await Self.apply(
      [
        #"{"repo": "vapor/vapor", "add": ["Later"]}"#,
        #"{"repo": "VAPOR/vapor", "add": ["Mac"], "remove": ["Web"]}"#,
      ],
      by: user
    )
    let refused = try await Self.apply(
      [
        #"{"repo": "vapor/vapor", "remove": ["Later"]}"#,
        #"{"repo": "vapor/vapor", "add": ["Later"]}"#,
      ],
      by: user
    )

    #expect(joined.status == .success, "\(joined.errors)")
    #expect(user.lists["Later"]?.contains("vapor/vapor") == true)
    #expect(user.lists["Mac"] == ["vapor/vapor"] && user.lists["Web"] == ["iina/iina"])
    #expect(refused.status == .usage && refused.errors.contains("line 2: line 1 has other lists"))
  }

  @Test func `adds, removes and sets lists, and undo restores them`() async throws {
    let user = try await Self.user()
    let before = Self.sets(user)

    let outcome = try await Self.apply(
      [
        #"{"repo": "vapor/vapor", "add": ["later", "MAC"], "remove": ["Web"]}"#,
        "",
        #"{"repo": "https://github.com/atom/atom", "lists": ["Later", "Mac"]}"#,
        #"{"repo": "iina/iina", "add": ["Web"], "remove": ["Mac"]}"#,
        #"{"lists": [], "repo": "junegunn/fzf"}"#,
      ],
      by: user
    )

    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(outcome.output == "vapor/vapor\t+Later, +Mac\t-Web\natom/atom\t+Mac\t\n")
    #expect(
      Self.sets(user) == [
        "Web": ["iina/iina"], "Later": ["iina/iina", "atom/atom", "vapor/vapor"],
        "Mac": ["vapor/vapor", "atom/atom"],
      ]
    )
    #expect(user.mutations.count == 2)
    #expect(await user.run("lists", "undo").lines.count == 2)
    #expect(Self.sets(user) == before)
  }

  @Test func `a dry run prints the difference in any format`() async throws {
    var user = try await Self.user()
    let plan = [
      #"{"repo": "vapor/vapor", "lists": ["Later"]}"#, #"{"repo": "atom/atom", "add": ["New"]}"#,
    ]

    let json = try await Self.apply(plan, "--dry-run", "--create-lists", "--json=all", by: user)
    #expect(
      json.output == """
        [
        {"repo":"vapor/vapor","add":["Later"],"remove":["Web"],"status":"would change"},
        {"repo":"atom/atom","add":["New"],"remove":[],"status":"would change"}
        ]

        """
    )
    #expect(
      json.errors == "ghsearch: lists to create: New\nghsearch: dry run: would make 2 changes\n"
    )
    user.terminal = TerminalSize(columns: 40, rows: 24)
    let table = try await Self.apply(plan, "--dry-run", "--create-lists", by: user)
    #expect(table.output == "1  vapor/vapor  +Later  -Web\n2  atom/atom    +New\n")
    #expect(user.mutations.isEmpty && user.lists["New"] == nil)
  }

  @Test func `creates lists once for all lines, and undo deletes them`() async throws {
    let user = try await Self.user()
    let before = Self.sets(user)
    let plan = [
      #"{"repo": "vapor/vapor", "add": ["Swift", "Servers"]}"#,
      #"{"repo": "iina/iina", "lists": ["swift", "Web", "Later"]}"#,
    ]

    let refused = try await Self.apply(plan, by: user)
    #expect(refused.status == .usage && user.mutations.isEmpty)
    #expect(
      refused.errors.hasPrefix(
        "ghsearch: lists apply: line 1: no list \"Swift\"; create it with --create-lists\n"
      )
    )
    let outcome = try await Self.apply(plan, "--create-lists", by: user)

    #expect(outcome.status == .success, "\(outcome.errors)")
    #expect(outcome.errors == "ghsearch: lists to create: Swift, Servers\n")
    #expect(user.lists["Swift"].map(Set.init) == ["vapor/vapor", "iina/iina"])
    #expect(user.lists["Servers"] == ["vapor/vapor"])
    #expect(try await Self.apply(plan, by: user).errors == "ghsearch: nothing to change\n")
    let undone = await user.run("lists", "undo")
    #expect(undone.status == .success, "\(undone.errors)")
    #expect(undone.lines.count == 4)
    #expect(Self.sets(user) == before)
  }

  @Test func `checks GitHub's limits before creating anything`() async throws {
    let user = try await Self.user((1...31).map { ("List \($0)", []) })
    let long = String(repeating: "x", count: 33)

    let outcome = try await Self.apply(
      [
        #"{"repo": "vapor/vapor", "add": ["One", "Two"]}"#,
        #"{"repo": "iina/iina", "add": ["one", "\#(long)"]}"#, #"{"repo": "a/a", "remove": ["x"]}"#,
      ],
      "--create-lists",
      by: user
    )

    #expect(
      outcome.errors.split(separator: "\n").map { $0.prefix { $0 != ";" } } == [
        #"ghsearch: lists apply: line 1: no room for the list "Two": GitHub allows only 32"#,
        "ghsearch: lists apply: line 2: the name has 33 characters",
        #"ghsearch: lists apply: line 3: no list "x""#,
        "ghsearch: lists apply: line 3: a/a was not found",
      ]
    )
    #expect(outcome.status == .usage && user.mutations.isEmpty)
  }

  @Test(arguments: [(1, 1), (2, 5), (3, 20), (4, 33)])
  func `reports all mistakes with their lines, and changes nothing`(
    _ seed: UInt64,
    _ count: Int
  ) async throws {
    let user = try await Self.user()
    var dice = Dice(state: seed)
    let valid = await Self.names(40, user).map { name in
      Bool.random(using: &dice)
        ? #"{"repo": "\#(name)", "lists": ["Mac"]}"#
        : #"{"repo": "\#(name)", "add": ["Web"], "remove": ["later"]}"#
    }
    var lines = valid
    let wrong = Array(valid.indices.dropFirst().shuffled(using: &dice).prefix(count))
    for index in wrong {
      let mutation = try #require(Self.mutations.randomElement(using: &dice))
      lines[index] = mutation.line(valid[index], valid[0])
    }

    let outcome = try await Self.apply(lines, "--yes", by: user)

    let numbers = outcome.errors.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^ghsearch: lists apply: line ([0-9]+): /#).flatMap { Int($0.output.1) }
    }
    #expect(numbers == Array(wrong.map { $0 + 1 }.sorted().prefix(20)), "\(outcome.errors)")
    #expect(outcome.status == .usage && outcome.output.isEmpty)
    if count > 20 {
      #expect(outcome.errors.hasSuffix("ghsearch: lists apply: \(count - 20) more mistakes\n"))
    } else {
      #expect(outcome.errors.filter(\.isNewline).count == count)
    }
    #expect(user.mutations.isEmpty)
  }

  /// Ways to invalidate a line, and the resulting messages.
  private static let mutations:
    [(message: String, line: @Sendable (_ valid: String, _ first: String) -> String)] = [
      ("not JSON", { valid, _ in String(valid.dropLast()) }),
      ("not a JSON object", { valid, _ in "[\(valid)]" }),
      ("unknown key \"adds\"", { valid, _ in adding(#""adds": ["Web"]"#, to: valid) }),
      ("more than one \"repo\"", { valid, _ in adding(#""repo": "a/b""#, to: valid) }),
      ("no \"repo\"", { _, _ in #"{"add": ["Web"]}"# }),
      ("\"repo\" is not a string", { _, _ in #"{"repo": 1, "add": ["Web"]}"# }),
      ("\"Web\" is not a repository", { _, _ in #"{"repo": "Web", "add": ["Web"]}"# }),
      ("no/such-thing was not found", { _, _ in #"{"repo": "no/such-thing", "add": ["Web"]}"# }),
      (
        "\"add\" is not an array of strings",
        { valid, _ in replacing(valid, "add", with: "\"Web\"") }
      ),
      (
        "\"add\" is not an array of strings",
        { valid, _ in replacing(valid, "add", with: "[\"Web\", 1]") }
      ),
      (
        "no list \"Webb\", did you mean \"Web\"?",
        { valid, _ in replacing(valid, "add", with: "[\"Webb\"]") }
      ),
      ("no list \"2\"", { valid, _ in replacing(valid, "remove", with: "[\"2\"]") }),
      ("\"WEB\" in both \"add\" and \"remove\"", { valid, _ in both(valid) }),
      ("no \"add\", \"remove\" or \"lists\"", { valid, _ in head(valid) + "}" }),
      (
        "\"lists\" cannot be combined with \"add\" or \"remove\"",
        { valid, _ in head(valid) + #", "lists": ["Web"], "add": []}"# }
      ),
      (
        "line 1 has other lists for vapor/vapor",
        { _, first in head(first) + #", "lists": ["Later"]}"# }
      ),
      ("not JSON", { _, _ in "\u{0}\u{0}" }),
    ]

  /// The line without its changes and its closing brace.
  private static func head(_ line: String) -> String { String(line.prefix { $0 != "," }) }

  private static func adding(_ member: String, to line: String) -> String {
    "\(line.dropLast()), \(member)}"
  }

  private static func both(_ line: String) -> String {
    head(line) + #", "add": ["Web"], "remove": ["WEB"]}"#
  }

  private static func replacing(_ line: String, _ key: String, with value: String) -> String {
    head(line) + ", \"\(key)\": \(value)}"
  }

  @Test(arguments: mutations.indices)
  func `each mistake has a specific message`(_ index: Int) async throws {
    var user = try await Self.user()
    // Row numbers do not name lists in a plan.
    user.terminal = TerminalSize(columns: 60, rows: 24)
    _ = await user.run("lists")
    user.terminal = nil
    let mutation = Self.mutations[index]
    let first = #"{"repo": "vapor/vapor", "add": ["Web"]}"#
    let line = mutation.line(#"{"repo": "iina/iina", "add": ["Web"]}"#, first)

    let outcome = try await Self.apply([first, "  \r", line], by: user)

    #expect(outcome.errors.hasPrefix("ghsearch: lists apply: line 3: \(mutation.message)"))
    #expect(outcome.errors.filter(\.isNewline).count == 1, "\(outcome.errors)")
    #expect(outcome.status == .usage)
  }

  @Test func `looks up a plan's repositories a hundred at a time`() async throws {
    let user = try await Self.user()
    let names = await Self.names(101, user)
    user.sandbox.forgetRequests()

    let outcome = try await Self.apply(
      names.map { #"{"repo": "\#($0)", "add": ["Mac"]}"# },
      "--dry-run",
      by: user
    )

    #expect(outcome.lines.count == 101)
    let lookups = user.sandbox.requests.count { request in
      String(decoding: request.body, as: UTF8.self).contains("fragment facts on Repository")
    }
    #expect(lookups == 2)
  }

  @Test func `asks before more than ten changes, and before every implied removal`()
    async throws
  {
    var user = try await Self.user()
    let ten = await Self.names(12, user).filter { !["iina/iina", "atom/atom"].contains($0) }
      .prefix(10).map { #"{"repo": "\#($0)", "add": ["Mac"]}"# }
    let exact = #"{"repo": "iina/iina", "lists": ["Web"]}"#

    let refused = try await Self.apply([exact], by: user)
    #expect(refused.status == .usage && refused.output == "iina/iina\t\t-Later\n")
    #expect(
      refused.errors
        == "ghsearch: lists apply: cannot ask for confirmation without a terminal; add --yes\n"
    )
    user.typed = "n\n"
    let declined = try await Self.apply([exact], by: user)
    let question =
      "Change the lists of 1 repository, with 1 removal from lists that the plan leaves out?"
    #expect(declined.status == .negative && declined.errors.contains(question))
    user.input = exact
    let piped = await user.run("lists", "apply", "-")
    #expect(piped.status == .usage && piped.errors.contains("standard input is the plan"))
    #expect(user.mutations.isEmpty)

    user.typed = nil
    user.input = #"{"repo": "iina/iina", "add": ["Mac"], "remove": ["Later"]}"#
    #expect(await user.run("lists", "apply", "-").status == .success)
    #expect(try await Self.apply(ten, by: user).status == .success)
    _ = await user.run("lists", "undo")
    let eleven = ten + [#"{"repo": "atom/atom", "remove": ["Later"]}"#]
    #expect(try await Self.apply(eleven, by: user).status == .usage)
    user.typed = "y\n"
    #expect(try await Self.apply(eleven, by: user).status == .success)
  }

  @Test func `running an interrupted plan again finishes it`() async throws {
    let user = try await Self.user([("Web", [])])
    let names = ["vapor/vapor", "iina/iina", "atom/atom", "junegunn/fzf"]
    let plan = names.map { #"{"repo": "\#($0)", "add": ["Web", "New"]}"# }

    for (left, rest) in [(4, names[0]), (3, names[1])] {
      let (gate, writes) = (SandboxGate(), Guarded(0))
      let isSecond = RequestMatcher { request in
        guard String(decoding: request.body, as: UTF8.self).contains("updateUserListsForItem(")
        else { return false }
        return writes.withLock { count in
          count += 1
          return count == 2
        }
      }
      user.sandbox.script(.hold(gate), on: isSecond)
      let run = Task { try await Self.apply(plan, "--create-lists", by: user) }
      try await gate.arrivals(1)
      run.cancel()
      let outcome = try await run.value
      #expect(outcome.status == .interrupted)
      #expect(outcome.lines.count == left && outcome.lines.first?.hasPrefix(rest) == true)
      #expect(
        outcome.errors.contains(
          "\(left - 2) more not attempted; to continue, run the command again\n"
        )
      )
      user.wait(seconds: 20)
    }
    let last = try await Self.apply(plan, "--create-lists", by: user)

    #expect(last.status == .success && last.lines.count == 2)
    #expect(Self.sets(user) == ["Web": Set(names), "New": Set(names)])
    #expect(user.mutations.filter { $0 == "createUserList" }.count == 1)
    for _ in 1...3 { #expect(await user.run("lists", "undo").status == .success) }
    #expect(user.lists == ["Web": []])
  }

  @Test func `keeps changes that others make to lists in the meantime`() async throws {
    var user = try await Self.user()
    let (service, seconds) = (user.sandbox.service, Guarded(0))
    user.onSecond = {
      switch seconds.withLock({ count in
        count += 1
        return count
      }) {
      // Overwrites the first change before it is read back.
      case 1: service.setLists(["Mac"], of: "vapor/vapor")
      // Changes a repository that is processed after the lists are reread.
      case 2: service.setLists(["Web", "Later", "Mac"], of: "iina/iina")
      default: break
      }
    }

    let others = await Self.names(14, user).filter { !["vapor/vapor", "iina/iina"].contains($0) }
    let outcome = try await Self.apply(
      [#"{"repo": "vapor/vapor", "add": ["Later"]}"#]
        + others.map { #"{"repo": "\#($0)", "add": ["Web"]}"# }
        + [#"{"repo": "iina/iina", "lists": ["Later"]}"#],
      "--yes",
      by: user
    )

    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(
      Self.sets(user) == [
        "Web": Set(others), "Later": ["vapor/vapor", "atom/atom", "iina/iina"],
        "Mac": ["vapor/vapor", "iina/iina"],
      ]
    )
  }

  @Test func `stars only with the flag, and only what is added to a list`() async throws {
    let user = try await Self.user()
    let plan = [
      #"{"repo": "vapor/vapor", "add": ["Later"]}"#, #"{"repo": "iina/iina", "remove": ["Web"]}"#,
    ]

    _ = try await Self.apply(plan, by: user)
    #expect(user.sandbox.starredNames() == [])
    let again = try await Self.apply(plan, "--star", by: user)

    #expect(again.output == "vapor/vapor\t\t\n")
    #expect(again.errors == "ghsearch: repositories to star: 1\n")
    #expect(user.sandbox.starredNames() == ["vapor/vapor"])
  }
}
