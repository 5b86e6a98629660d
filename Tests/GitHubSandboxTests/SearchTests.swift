import GitHubSandbox
import JSON
import Testing

@Suite struct SearchTests {
  let client = Client { $0.rateLimits.search = 1_000 }

  @Test(arguments: [
    ("language:c++ user:nlohmann", ["nlohmann/json"]),
    ("ripgrep in:name", ["BurntSushi/ripgrep"]),
    ("\"fuzzy finder\"", ["junegunn/fzf"]),
    ("基础知识", ["CyC2018/CS-Notes"]),
    ("repo:jqlang/jq stars:>=35000", ["jqlang/jq"]),
    ("repo:jqlang/jq stars:<35000", []),
    ("user:octocat fork:only license:mit", ["octocat/linguist"]),
    ("org:swiftlang archived:false -language:rust", ["swiftlang/swift"]),
    ("user:BurntSushi created:2016-01-01..2016-12-31", ["BurntSushi/ripgrep"]),
    ("user:BurntSushi pushed:<2016-01-01", []),
    (
      "user:neovim language:lua language:\"vim script\"",
      ["neovim/neovim", "neovim/nvim-lspconfig"]
    ),
    ("fzf OR ripgrep in:name", ["BurntSushi/ripgrep", "junegunn/fzf"]),
    ("neovim NOT lspconfig in:name user:neovim", ["neovim/neovim"]),
  ])
  func `applies words and qualifiers`(_ query: String, _ expected: [String]) throws {
    #expect(try client.search(query).sorted() == expected.sorted())
  }

  @Test func `finds a private repository for those who can see it, and by visibility`() throws {
    let names = ["public", "private"].enumerated().map { index, name in
      var repository = SandboxRepository(
        id: 990_000_000 + index,
        owner: SandboxOwner(login: "octocat"),
        name: "zygote-\(name)"
      )
      if name == "private" { repository.flags.insert(.private) }
      return repository
    }
    let owner = SandboxToken("owner", kind: .classic(scopes: ["repo"]))
    var client = Client { configuration in
      configuration.repositories = names
      configuration.tokens.append(owner)
    }
    client.token = owner.value

    let found = try ["", " is:public", " is:private"].map { qualifier in
      try client.search("zygote" + qualifier).sorted()
    }

    let (hidden, open) = ("octocat/zygote-private", "octocat/zygote-public")
    #expect(found == [[hidden, open], [open], [hidden]])
  }

  @Test(arguments: [
    "/search/repositories", "/search/repositories?q=", "/search/repositories?q=user:nobody-here",
    "/search/repositories?q=repo:no/such", "/search/repositories?q=a+OR+b+OR+c+OR+d+OR+e+OR+f+OR+g",
    "/search/repositories?q=" + String(repeating: "x", count: 257),
  ])
  func `rejects invalid searches`(_ target: String) throws {
    let answer = client.send("GET", target)

    #expect(answer.status == 422)
    #expect(try answer.json()["message"]?.string == "Validation Failed")
    #expect(try answer.json()["errors"]?.elements.count == 1)
  }
}
