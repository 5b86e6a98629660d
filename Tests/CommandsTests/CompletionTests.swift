import Commands
import Testing

@Suite struct CompletionTests {
  /// What a shell's tab gets, as ArgumentParser's scripts ask for it.
  private func candidates(_ command: [String], _ argument: String, _ words: [String]) async
    -> [String]
  {
    let typed = words.last ?? ""
    let request = ["---completion"] + command + ["--", argument]
    let place = ["\(words.count - 1)", "\(typed.count)"]
    return await Harness().run(request + place + words).lines
  }

  @Test func `the next field of a comma list`() async {
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

  @Test func `languages`() async {
    let names = await candidates(
      ["search"],
      "--language",
      ["ghsearch", "search", "--language", "S"]
    )
    #expect(names.contains("Swift"))
    #expect(names.contains("Emacs Lisp"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script`(_ shell: String) async {
    let outcome = await Harness().run("--generate-completion-script", shell)

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("best-match"))
    #expect(outcome.output.contains("---completion"))
    #expect(outcome.output.contains("# Words without a command are a search."))
  }
}
