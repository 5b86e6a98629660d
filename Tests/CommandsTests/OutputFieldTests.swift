import ArgumentParser
import Core
import Discovery
import Foundation
import GitHubModel
import GitHubSandbox
import Output
import TestSupport
import Testing

@testable import Commands

/// The names of fields as people write them.
@Suite struct OutputFieldTests {
  @Test func `accepts every field in any case`() throws {
    try Self.expectAnyCase(RepositoryRow.self)
    try Self.expectAnyCase(TrendingRow.self)
    try Self.expectAnyCase(StarList.self)
    try Self.expectAnyCase(ListDifference.self)
  }

  private static func expectAnyCase<Row: OutputRow>(_ rows: Row.Type) throws {
    for name in Row.fields.map(\.name) {
      for written in [name, name.lowercased(), name.uppercased(), name.capitalized] {
        #expect(try Row.list(" \(written),\(name) ").map(\.name) == [name])
      }
    }
    #expect(try Row.list("ALL").map(\.name) == Row.all.map(\.name))
    #expect(Set(Row.fields.map { $0.name.lowercased() }).count == Row.fields.count)
  }

  @Test func `a list can contain all fields`() throws {
    for text in ["all,readme", "readme,ALL", "readme, all,name"] {
      let names = try RepositoryRow.list(text).map(\.name)
      #expect(names.count == RepositoryRow.all.count + 1)
      #expect(Set(names) == Set(RepositoryRow.all.map(\.name) + ["readme"]))
    }
  }

  @Test func `suggests a field for its API name or a typo`() {
    Self.expectSuggestions(RepositoryRow.self)
    Self.expectSuggestions(StarList.self)
    Self.expectSuggestions(ListDifference.self)
  }

  private static func expectSuggestions<Row: OutputRow>(_ rows: Row.Type) {
    let names = Row.fields.map(\.name)
    for name in names {
      let snake = name.reduce(into: "") { text, letter in
        text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
      }
      if snake != name { #expect(Row.nearest(to: snake) == name, "\(snake)") }
      if name.count > 3 {
        let swapped = String(name.dropLast(2)) + String(name.suffix(2).reversed())
        if swapped != name { #expect(Row.nearest(to: swapped) == name, "\(swapped)") }
      }
    }
    for (other, name) in Row.synonyms {
      #expect(Row.nearest(to: other) == name && names.contains(name))
      #expect(other == other.lowercased() && !names.contains(other))
    }
  }

  @Test func `lists the fields of every kind of row`() async throws {
    let listed = await Harness().run("fields", "--jsonl", "rows,name").lines
    for row in [
      ("repositories", "license.key"), ("trending repositories", "weeks"), ("growth", "buckets"),
      ("star lists", "repositoryCount"), ("changes of star lists", "remove"),
      ("changes of stars", "kind"), ("releases", "tagName"), ("fields", "meaning"),
    ] {
      #expect(listed.contains(#"{"rows":"\#(row.0)","name":"\#(row.1)"}"#))
    }
    #expect(Set(listed).count == listed.count)
  }

  @Test func `accepts a member of an object in any case`() async throws {
    let sandbox = try await Sandbox.start()
    let fields = "FULLNAME,license.KEY,owner.login,License.spdxid"
    func output(_ format: String...) async -> String {
      await Harness.signedIn(to: sandbox).run(["vapor", "--limit", "1"] + format).output
    }

    #expect(
      await output("--jsonl", fields) == #"{"fullName":"vapor/vapor","license.key":"mit","#
        + #""owner.login":"vapor","license.spdxId":"MIT"}"# + "\n"
    )
    #expect(
      await output("--csv", fields) == "fullName,license.key,owner.login,license.spdxId\r\n"
        + "vapor/vapor,mit,vapor,MIT\r\n"
    )
    #expect(await output("-t", "{{owner.login}}: {{license.key}}") == "vapor: mit\n")
    let wrong = await Harness().run("x", "--json", "owner.nmae")
    #expect(
      wrong.errors == "ghsearch: --json: unknown field \"owner.nmae\"; "
        + "`ghsearch fields` lists them\n"
    )
  }

  @Test func `the schema has every field of a row, with its type`() async throws {
    let harness = try await Harness.signedIn().atHome(TemporaryFolder())
    let schema = try Self.json(await Harness().run("search", "--json", "schema").output)
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    let names = RepositoryRow.fields.flatMap { [$0] + $0.members }.map(\.name)

    let row = await harness.run("vapor", "--limit", "1", "--jsonl", names.joined(separator: ","))

    let values = try JSONDecoder().decode([String: Value].self, from: Data(row.output.utf8))
    #expect(Set(values.keys) == Set(names) && Set(properties.keys) == Set(names))
    for (name, value) in values {
      let types = try #require(properties[name]?["type"] as? [String])
      #expect(types.contains(value.type), "\(name)")
      if case .object(let members) = value {
        let described = try #require(properties[name]?["properties"] as? [String: Any])
        #expect(Set(members.keys) == Set(described.keys), "\(name)")
      }
    }
  }

  /// A value as described by a schema.
  private enum Value: Decodable {
    case scalar(type: String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .scalar(type: "null")
      } else if (try? container.decode(Bool.self)) != nil {
        self = .scalar(type: "boolean")
      } else if (try? container.decode(Int.self)) != nil {
        self = .scalar(type: "integer")
      } else if (try? container.decode(String.self)) != nil {
        self = .scalar(type: "string")
      } else if let values = try? container.decode([Value].self) {
        self = .array(values)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    var type: String {
      switch self {
      case .scalar(let type): type
      case .array: "array"
      case .object: "object"
      }
    }
  }

  private static func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The commands whose help has `--json`, such as `["stars", "list"]`.
  private static func commandsWithJSON(
    below command: any ParsableCommand.Type = GHSearchCommand.self,
    words: [String] = []
  ) -> [[String]] {
    let below = command.configuration.subcommands
    guard below.isEmpty else {
      return below.flatMap { type in
        commandsWithJSON(below: type, words: words + [type.configuration.commandName ?? "?"])
      }
    }
    return GHSearchCommand.helpMessage(for: command).contains("\n  --json ") ? [words] : []
  }

  @Test(arguments: commandsWithJSON())
  func `every command describes its JSON without network, token or repository`(
    _ command: [String]
  ) async throws {
    let outcome = await Harness().run(command + ["--json", "schema"])

    let other = await Harness().run(command + ["--json=schema"])
    #expect(other.output == outcome.output)
    #expect(outcome.status == .success && outcome.errors == "")
    let schema = try Self.json(outcome.output)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(!properties.isEmpty)
    #expect(properties.values.allSatisfy { ($0["description"] as? String)?.isEmpty == false })
  }

  @Test func `truncates piped descriptions to the requested length`() async throws {
    let sandbox = try await Sandbox.start()
    func rows(_ flags: String...) async -> [[Substring]] {
      await Harness.signedIn(to: sandbox).run(["swift", "--limit", "20"] + flags).lines
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    let whole = await rows()
    let cut = await rows("--max-description", "20")
    let none = await rows("--max-description", "0")

    #expect(whole.contains { $0[5].count > 20 })
    for (whole, cut) in zip(whole, cut) {
      #expect(whole.dropLast().joined(separator: "\t").utf8.count <= 200)
      #expect(cut.dropLast() == whole.dropLast() && cut[5].count <= 20)
      #expect(cut[5] == whole[5] || cut[5] == whole[5].prefix(19) + "…")
    }
    #expect(none.allSatisfy { $0[5].isEmpty })
  }

  @Test(
    arguments: [
      ("stars", "stargazersCount"), ("Stars", "stargazersCount"), ("Watchers", "subscribersCount"),
      ("archived", "isArchived"), ("private", "isPrivate"), ("branch", "defaultBranch"),
      ("topic", "topics"), ("forks", "forksCount"), ("pushed", "pushedAt"), ("html_url", "url"),
      ("issues", "openIssuesCount"), ("starred", "isStarred"), ("x", nil), ("of", nil),
      ("contributors", nil), (" ", nil),
    ] as [(String, String?)]
  )
  func `suggests the field for a common synonym`(_ name: String, _ field: String?) async {
    #expect(RepositoryRow.nearest(to: name) == field)
    for flag in ["--json", "--jsonl", "--csv"] {
      let outcome = await Harness().run("x", "\(flag)=\(name)")

      #expect(outcome.status == .usage)
      #expect(
        outcome.errors.hasSuffix(
          field.map { "; did you mean \($0)?\n" } ?? "; `ghsearch fields` lists them\n"
        ),
        "\(outcome.errors)"
      )
    }
  }
}
