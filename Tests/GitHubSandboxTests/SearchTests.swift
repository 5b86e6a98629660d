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

  @Test func `sorts by stars in both orders`() throws {
    let falling = try client.search("language:swift", more: "&sort=stars&per_page=100")
    let rising = try client.search("language:swift", more: "&sort=stars&order=asc&per_page=100")

    #expect(falling.count >= 25)
    #expect(falling.first == "jaywcjlove/awesome-mac")
    #expect(falling == rising.reversed())
  }

  @Test func `links pages without losing or repeating a row`() throws {
    let first = try client.search("language:swift", more: "&per_page=20")
    let second = try client.search("language:swift", more: "&per_page=20&page=2")
    let link = client.send("GET", "/search/repositories?q=language:swift&per_page=20&page=2")

    #expect(Set(first + second).count == first.count + second.count)
    #expect(link.headers["Link"]?.contains("page=1>; rel=\"prev\"") == true)
    #expect(link.headers["Link"]?.contains("rel=\"next\"") == false)
  }

  @Test func `shows only the first thousand results`() throws {
    let client = Client { $0.generatedRepositories = 2_000 }

    let last = client.send("GET", "/search/repositories?q=stars:%3E%3D0&per_page=100&page=10")
    let beyond = client.send("GET", "/search/repositories?q=stars:%3E%3D0&per_page=100&page=11")

    #expect(try last.json()["items"]?.elements.count == 100)
    #expect(beyond.status == 422)
    #expect(try beyond.json()["errors"] == nil)
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
