import ArgumentParser
import Foundation
import SearchUI
import System
import Terminal
import TestSupport
import Testing

@testable import Commands

/// The documents with examples: each example is run, and together they cover all commands, flags
/// and keys.
///
/// `RECORD_SNAPSHOTS=1` rewrites outdated examples, and still fails.
@Suite(.timeLimit(.minutes(20))) struct UsagePagesTests {
  @Test(arguments: try UsagePage.all().filter { !$0.examples.isEmpty }.map(\.name))
  func `a chapter's examples print the documented output`(_ name: String) async throws {
    let page = try #require(try UsagePage.all().first { $0.name == name })

    let tried = try await Self.tried(page)

    for (example, output) in zip(page.examples, tried.examples.map(\.output)) {
      let comment: Comment = "\(name): \(example.command) prints\n\(output)"
      #expect(Self.isRight(example, output), comment)
    }
    if Project.isRecording, tried.text != page.text { try tried.write(over: page) }
  }

  @Test func `chapter titles are unique`() throws {
    let names = try UsagePage.all().map(\.name)

    #expect(Set(names).count == names.count)
  }

  /// The page with each command's actual output where it differs.
  private static func tried(_ page: UsagePage) async throws -> UsagePage {
    // Waiting for commands blocks, which Swift's pool does not allow.
    try await DedicatedThread.run {
      Result {
        // The README addresses people who have not starred anything with ghsearch yet.
        let sandbox = try SandboxProcess(starred: page.document == "README.md" ? [] : starred)
        return try outputs(of: page, in: UsageShell(sandbox, without: page.variablesWithout))
      }
    }.get()
  }

  /// The stars of the sandbox's user, oldest first.
  private static let starred = ["atom/atom", "junegunn/fzf", "iina/iina", "vapor/vapor"]

  private static func outputs(of page: UsagePage, in shell: UsageShell) throws -> UsagePage {
    var page = page
    for (place, part) in page.parts.enumerated() {
      guard case .example(var example) = part else { continue }
      let output = try shell.output(of: example)
      if !isRight(example, output) { example.output = output }
      page.parts[place] = .example(example)
    }
    return page
  }

  private static func isRight(_ example: UsagePage.Example, _ output: String) -> Bool {
    let expected = ExpectedOutput(example.output)
    return expected.saysSomething && expected.matches(output)
  }

  @Test func `each command has an example`() throws {
    let shown = Set(try UsagePage.all().flatMap(\.examples).flatMap { $0.commandsOfOurs })

    #expect(Self.commands().subtracting(shown) == [])
  }

  @Test func `each flag is documented`() throws {
    let pages = try UsagePage.all().map(\.text).joined()
    let told = Set(pages.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })

    #expect(try Self.flags().subtracting(told).sorted() == [])
  }

  @Test func `no command relies on tilde expansion after an equals sign`() throws {
    for page in try UsagePage.all() { #expect(!page.text.contains("=~/"), "\(page.name)") }
  }

  @Test func `each key is documented`() throws {
    let chapters = try UsagePage.all().filter { $0.document == "docs/interactive.md" }
    let text = chapters.map(\.text).joined()

    for command in KeyCommand.allCases { #expect(text.contains("`\(command.name)`")) }
  }

  @Test func `the README leads to each document`() throws {
    let readme = Project.file("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)

    for document in Set(try UsagePage.all().map(\.document)) where document != "README.md" {
      #expect(text.contains("(\(document))"))
    }
  }

  @Test func `each link leads to a file, and each picture is used`() throws {
    let docs = try FileManager.default.contentsOfDirectory(atPath: Project.file("docs").path)
    let pages =
      ["README.md", "AGENTS.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
      + docs.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    var linked: Set<String> = []
    for page in pages {
      let folder = Project.file(page).deletingLastPathComponent()
      for link in try Project.text(of: page).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let file = folder.appendingPathComponent(String(link.output.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(file.path)")
        linked.insert(file.lastPathComponent)
      }
    }

    let pictures = Project.file("docs/screens").path
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: pictures)).isSubset(of: linked)
    )
  }
}

// MARK: - What there is

extension UsagePagesTests {
  /// The words that invoke each command without subcommands, such as `stars list`.
  private static func commands(
    below command: any ParsableCommand.Type = GHSearchCommand.self,
    words: [String] = []
  ) -> Set<String> {
    let below = command.configuration.subcommands
    if below.isEmpty { return [words.joined(separator: " ")] }
    return below.reduce(into: []) { all, type in
      all.formUnion(commands(below: type, words: words + [type.configuration.commandName ?? "?"]))
    }
  }

  /// The flags in the help of all commands, as recorded by `GoldenHelpTests`.
  private static func flags() throws -> Set<String> {
    Set(try GoldenText.text("help").matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
  }
}

extension ParsableCommand {
  fileprivate static func subcommand(_ word: Substring) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == String(word) }
  }
}

extension UsagePage.Example {
  /// The words of the ghsearch commands that it calls, such as `stars list`.
  fileprivate var commandsOfOurs: [String] {
    command.split(separator: "|").compactMap { part in
      let words = part.split(whereSeparator: \.isWhitespace).drop { $0 != "ghsearch" }
      return words.isEmpty ? nil : Self.command(words.dropFirst())
    }
  }

  /// Parses words as the program does: one that is not a command is a search.
  private static func command(_ words: ArraySlice<Substring>) -> String {
    var type: any ParsableCommand.Type = GHSearchCommand.self
    var names: [String] = []
    for word in words {
      guard let next = type.subcommand(word) else { break }
      (type, names) = (next, names + [String(word)])
    }
    let usual = type.configuration.defaultSubcommand?.configuration.commandName
    return (names + [usual].compactMap(\.self)).joined(separator: " ")
  }
}
