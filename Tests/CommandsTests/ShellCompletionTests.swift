import ArgumentParser
import Foundation
import GitHubModel
import Output
import System
import Terminal
import TestSupport
import TestTraits
import Testing

@testable import Commands

@Suite(.ownThread) struct ShellCompletionTests {
  /// The completions for a shell, as requested by ArgumentParser's scripts.
  private func candidates(_ command: [String], _ argument: String, _ words: [String]) async
    -> [String]
  {
    let typed = words.last ?? ""
    let request = ["---completion"] + command + ["--", argument]
    let place = ["\(words.count - 1)", "\(typed.count)"]
    return await Harness().run(request + place + words).lines
  }

  @Test func `completes the next field of a comma-separated list`() async {
    let first = await candidates(["search"], "--json", ["ghsearch", "search", "--json", ""])
    #expect(first.first == "all")
    #expect(first.contains("fullName"))

    let next = await candidates(
      ["search"],
      "--json",
      ["ghsearch", "search", "--json", "fullName,i"]
    )
    #expect(next.contains("fullName,id"))
    #expect(!next.contains("fullName,fullName"))
    #expect(!next.contains("fullName,all"))
  }

  @Test func `completes languages`() async {
    let names = await candidates(
      ["search"],
      "--language",
      ["ghsearch", "search", "--language", "S"]
    )
    #expect(names.contains("Swift"))
    // For bash, which would not quote the space.
    #expect(names.contains("Emacs Lisp") || names.contains("Emacs-Lisp"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `bash completes commands, and treats other words as a search`() async throws {
    let cases = [
      ("--la", "--language"), ("doc", "doctor"), ("swift --sort st", "stars"),
      ("search --sort st", "stars"), ("auth logi", "login"), ("doctor --js", "--json"),
      ("stars pr", "prune"), ("stars list --sort st", "starred stars"),
      ("stars export --mark", "--markdown"), ("stars undo --ver", "--verbose --version"),
      ("lists un", "undo"), ("favorites re", "remove"), ("fav", "favorites"),
      ("swift --ca", "--cache"),
      ("swift --license apa", "apache-2.0"), ("swift --not-license bsd-3", "bsd-3-clause"),
      ("swift --starr", "--starred"), ("swift --not-starr", "--not-starred"),
    ]
    let script = await Harness().run("--generate-completion-script", "bash").output
    let ask = """
      for typed; do
        COMP_LINE="ghsearch $typed"; COMP_WORDS=($COMP_LINE); COMP_POINT=${#COMP_LINE}
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        _ghsearch ghsearch "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[@]}" | tr -s '\\n ' ' '
        echo
      done
      """

    let answers = try bash(script + "\n" + ask, cases.map(\.0)).split(separator: "\n")

    #expect(answers.map { $0.trimmingCharacters(in: .whitespaces) } == cases.map(\.1))
  }

  @Test func `shows repository descriptions in zsh and fish, but not in bash`() {
    let name = RepositoryName("vapor/vapor")
    let candidates = [name].compactMap(\.self).map {
      KnownNames.Candidate(name: $0, description: "A web framework\nfor Swift")
    }

    #expect(candidates.map { $0.text(for: .bash) } == ["vapor/vapor"])
    #expect(candidates.map { $0.text(for: .zsh) } == ["vapor/vapor:A web framework for Swift"])
    #expect(candidates.map { $0.text(for: .fish) } == ["vapor/vapor\tA web framework for Swift"])
  }

  @Test func `completes favorites and stars without the network`() async throws {
    let commands = [
      "ghsearch favorites add vapor/vapor", "ghsearch stars sync",
      "GHSEARCH_API_URL=http://127.0.0.1:1 ghsearch ---completion view -- positional@0 2 2 ghsearch view v",
    ]

    let answers = try await DedicatedThread.run {
      Result {
        let shell = try UsageShell(SandboxProcess(starred: ["iina/iina"]), without: [])
        return try commands.map(shell.output)
      }
    }.get()

    #expect(answers.last == "vapor/vapor\niina/iina\n")
  }

  @Test func `completes star lists by names that need no quotes`() async throws {
    let offline = "GHSEARCH_API_URL=http://127.0.0.1:1 ghsearch ---completion"
    let commands = [
      "ghsearch lists create 'To read'", "ghsearch lists create Later",
      offline + " lists show -- positional@0 3 1 ghsearch lists show l",
      offline + " stars list -- --list 4 1 ghsearch stars list --list l",
    ]

    let answers = try await DedicatedThread.run {
      Result {
        let shell = try UsageShell(SandboxProcess(starred: []), without: [])
        return try commands.map(shell.output)
      }
    }.get()

    #expect(answers.suffix(2) == ["to-read\nLater\n", "to-read\nLater\n"])
  }

  @Test func `completes the next field for star lists`() async {
    let fields = await candidates(
      ["lists", "list"],
      "--json",
      [
        "ghsearch", "lists", "list", "--json", "name,s",
      ]
    )
    #expect(fields.contains("name,slug") && !fields.contains("name,name"))
  }

  private func bash(_ script: String, _ arguments: [String]) throws -> String {
    try FinishedProgram(["/bin/bash", "--norc", "-c", script, "bash"] + arguments).output
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script`(_ shell: String) async {
    let outcome = await Harness().run("--generate-completion-script", shell)

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("best-match") && outcome.output.contains("bsd-3-clause"))
    // As file names, repositories would be listed without their owner.
    #expect(!outcome.output.contains("-o filenames"))
    #expect(await Harness().run("completion", shell).output == outcome.output)
    #expect(outcome.output.contains("---completion"))
    #expect(outcome.output.contains("# Words without a command are a search."))
  }
}
