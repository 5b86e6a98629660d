import Foundation
import Testing

/// The arrows of ARCHITECTURE.md that the build's own import check does not see.
@Suite struct LayerTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names of the targets whose sources import a module.
  private func importers(of module: String) throws -> Set<String> {
    let sources = Self.root.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var importers: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let imports = text.split(separator: "\n").filter { $0.contains("import ") }
      if imports.contains(where: { $0.split(separator: " ").last == module[...] }) {
        importers.insert(path.split(separator: "/").first.map(String.init) ?? "")
      }
    }
    return importers
  }

  @Test func `only CurlTransport knows libcurl`() throws {
    #expect(try importers(of: "CCurl") == ["CurlTransport"])
  }

  @Test func `only Commands knows Mustache`() throws {
    #expect(try importers(of: "Mustache") == ["Commands"])
  }

  @Test func `only RepositoryStore knows SQLite`() throws {
    #expect(try importers(of: "GRDB") == ["RepositoryStore"])
  }

  @Test func `only Markdown knows cmark-gfm`() throws {
    #expect(try importers(of: "CCMarkGFM") == ["Markdown"])
  }

  @Test func `nobody imports FoundationNetworking`() throws {
    #expect(try importers(of: "FoundationNetworking") == [])
  }

  @Test func `only the sandbox knows FlyingFox, and only its program knows the sandbox`() throws {
    #expect(try importers(of: "FlyingFox") == ["GitHubSandbox"])
    #expect(try importers(of: "GitHubSandbox") == ["ghsearch-sandbox"])
  }

  @Test func `the model knows nobody`() throws {
    for module in ["GitHubAPI", "TokenStore", "CurlTransport", "Commands", "Terminal"] {
      #expect(try !importers(of: module).contains("GitHubModel"))
      #expect(try !importers(of: module).contains("HTTPTransport"))
    }
  }

  @Test func `the search as you type knows no network, and the terminal no GitHub`() throws {
    for module in ["GitHubAPI", "HTTPTransport", "CurlTransport", "TokenStore"] {
      let importers = try importers(of: module)
      #expect(importers.isDisjoint(with: ["SearchModel", "SearchUI", "Reactive", "Terminal"]))
    }
    #expect(try !importers(of: "Terminal").contains("SearchModel"))
    #expect(try importers(of: "GitHubModel").isDisjoint(with: ["Terminal", "Reactive"]))
  }

  @Test func `every variable that the code reads is in the example`() throws {
    let example = try String(
      contentsOf: Self.root.appendingPathComponent(".env.example"),
      encoding: .utf8
    )
    let names = [
      "GHSEARCH_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN",
      "GITHUB_ENTERPRISE_TOKEN",
      "GH_HOST", "GHSEARCH_API_URL", "BROWSER", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM",
      "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "KONSOLE_VERSION", "SSL_CERT_FILE",
      "COLORTERM", "ESCDELAY", "SSH_CONNECTION", "SSH_TTY", "TMUX", "STY",
      "SSL_CERT_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "GH_CONFIG_DIR", "HOME",
      "XDG_DATA_HOME", "XDG_CACHE_HOME", "LC_ALL", "LC_CTYPE", "LANG", "PATH", "PAGER",
      "GHSEARCH_PAGER", "XTERM_VERSION", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "LC_TERMINAL",
      "ZELLIJ",
    ]
    for name in names {
      #expect(example.contains("\n\(name)=") || example.contains("\n# \(name)="), "\(name)")
    }
  }
}
