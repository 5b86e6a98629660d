import Foundation
import TestSupport
import Testing

/// The arrows of ARCHITECTURE.md that the build's own import check does not see.
@Suite struct LayerTests {
  /// The modules that the sources of each target import, by the target's name.
  private static let imports = Result {
    let sources = Project.file("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var imports: [String: Set<String>] = [:]
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let target = path.split(separator: "/").first.map(String.init) ?? ""
      for line in text.split(separator: "\n") where line.contains("import ") {
        guard let module = line.split(separator: " ").last else { continue }
        imports[target, default: []].insert(String(module))
      }
    }
    return imports
  }

  /// The names of the targets whose sources import a module.
  private func importers(of module: String) throws -> Set<String> {
    Set(try Self.imports.get().filter { $0.value.contains(module) }.keys)
  }

  @Test func `only CurlTransport knows libcurl`() throws {
    #expect(try importers(of: "CCurl") == ["CurlTransport"])
  }

  @Test(arguments: ["Glibc", "Musl", "Darwin"])
  func `only System and two others know the C library`(_ library: String) throws {
    // The screen's signal handlers and libcurl's loop call it where nothing may stand between.
    #expect(try importers(of: library) == ["CLibrary"])
    #expect(try importers(of: "CLibrary") == ["CurlTransport", "System", "Terminal"])
  }

  @Test func `System knows no other target than the C library`() throws {
    let imports = try Self.imports.get()
    let known = try #require(imports["System"]).intersection(imports.keys)
    #expect(known == ["CLibrary"])
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

  @Test
  func
    `only the theme and the languages have colors, and only Terminal knows what they are`()
    throws
  {
    let homes = ["SearchUI/Views/Theme.swift", "SearchUI/Views/LanguageColor.swift"]
    let sources = Project.file("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let color = try Regex(#"\.(red|green|yellow|blue|magenta|cyan)\b|\.(palette|rgb)\("#)
    for case let path as String in files where path.hasSuffix(".swift") {
      let mayName = homes.contains(path) || path.hasPrefix("Terminal/")
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let found = text.split(separator: "\n").first { $0.firstMatch(of: color) != nil }
      #expect(mayName || found == nil, "\(path)")
    }
  }

  @Test func `no target imports FoundationNetworking`() throws {
    #expect(try importers(of: "FoundationNetworking") == [])
  }

  @Test func `the program knows no sandbox`() throws {
    #expect(try importers(of: "FlyingFox") == [])
    #expect(try importers(of: "GitHubSandbox") == [])
  }

  @Test func `the model imports no other target`() throws {
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

  @Test func `every variable that the code reads is in the example, and no other is`() throws {
    let example = try String(
      contentsOf: Project.file(".env.example"),
      encoding: .utf8
    )
    let documented = Set(
      example.matches(of: /(?m)^(?:# )?([A-Z][A-Z0-9_]*)=/).map { String($0.output.1) }
    )
    let read = try variableNames().union(Self.readByLibraries)

    #expect(read.count > 40)
    #expect(read.subtracting(documented).sorted() == [])
    #expect(documented.subtracting(read).sorted() == [])
  }

  /// Every text in the program's sources that looks like the name of a variable, but for those that are
  /// known to be none: however a new variable is read, its name is found.
  private func variableNames() throws -> Set<String> {
    let sources = Project.file("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") || path.hasSuffix(".c") {
      // Their texts are the names of programming languages.
      let isAboutLanguages = ["Languages.swift", "LanguageColor.swift"]
        .contains { path.hasSuffix("/" + $0) }
      guard !isAboutLanguages else { continue }
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      names.formUnion(text.matches(of: /"([A-Z][A-Z0-9_]+)"/).map { String($0.output.1) })
    }
    #expect(Self.otherTexts.subtracting(names) == [])
    // F1 to F12 are keys.
    return names.subtracting(Self.otherTexts).filter { $0.wholeMatch(of: /F\d+/) == nil }
  }

  /// Texts in capitals that name no variable, and one that is removed from the environment unread.
  private static let otherTexts: Set<String> = [
    "AND", "FORBIDDEN", "FULL", "GMT", "INSUFFICIENT_SCOPES", "NOT", "NOT_FOUND",
    "OFF", "OR", "QUERY", "RATE_LIMIT", "README", "RESOURCE_LIMITS_EXCEEDED", "SSLKEYLOGFILE",
    "TLS", "UNPROCESSABLE", "URL",
  ]

  /// By libcurl, and by the C library for the time of day.
  private static let readByLibraries: Set<String> = ["HTTPS_PROXY", "NO_PROXY", "TZ"]
}
