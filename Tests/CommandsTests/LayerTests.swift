import Foundation
import Presentation
import TestSupport
import Testing

/// The dependencies in ARCHITECTURE.md that the build's own import check does not cover.
@Suite struct LayerTests {
  /// The modules that each target's sources import, by the target's name.
  private static let imports = Result {
    let targets = try FileManager.default.contentsOfDirectory(atPath: Project.file("Sources").path)
    return try Dictionary(
      uniqueKeysWithValues: targets.map { ($0, try modules(importedBelow: "Sources/\($0)")) }
    )
  }

  private static func modules(importedBelow folder: String) throws -> Set<String> {
    let folder = Project.file(folder)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    // Matches `private import struct Module.Name`.
    let form = try Regex<(Substring, Substring)>(
      #"^ *(?:@?\w+ )*import (?:(?:struct|class|enum|protocol|func) )?(\w+)"#
    )
    var modules: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("import ") {
        if let match = line.firstMatch(of: form) { modules.insert(String(match.output.1)) }
      }
    }
    return modules
  }

  /// The names of the targets whose sources import a module.
  private func importers(of module: String) throws -> Set<String> {
    Set(try Self.imports.get().filter { $0.value.contains(module) }.keys)
  }

  @Test func `only CurlTransport imports libcurl`() throws {
    #expect(try importers(of: "CCurl") == ["CurlTransport"])
  }

  @Test(arguments: ["Glibc", "Musl", "Darwin"])
  func `only System, Terminal and CurlTransport import the C library`(_ library: String) throws {
    // The screen's signal handlers and libcurl's loop call it directly, where nothing may come
    // between.
    #expect(try importers(of: library) == ["CLibrary"])
    #expect(try importers(of: "CLibrary") == ["CurlTransport", "System", "Terminal"])
  }

  @Test func `System depends only on the C library`() throws {
    let imports = try Self.imports.get()
    let known = try #require(imports["System"]).intersection(imports.keys)
    #expect(known == ["CLibrary"])
  }

  @Test func `only Output imports Mustache`() throws {
    #expect(try importers(of: "Mustache") == ["Output"])
  }

  @Test(arguments: ["Core", "Stars", "Discovery"])
  func `operations know no commands, flags or messages`(module: String) throws {
    let faces = [
      "ArgumentParser", "Commands", "Mustache", "Output", "Presentation", "SearchModel", "SearchUI",
      "Terminal",
    ]
    #expect(try #require(Self.imports.get()[module]).isDisjoint(with: faces))
    let sources = Project.file("Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let words = try Regex(#""[^"]*(ghsearch: |--[a-z])|\bprint\("#)
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let found = text.split(separator: "\n").first { $0.firstMatch(of: words) != nil }
      #expect(found == nil, "\(path)")
    }
  }

  @Test func `operations depend on Core, not on each other`() throws {
    let faces: Set = ["Commands", "MCP", "Output", "ScreenClient"]
    #expect(try importers(of: "Stars").isSubset(of: faces))
    #expect(try importers(of: "Discovery").isSubset(of: faces))
    #expect(try importers(of: "Output") == faces.subtracting(["Output"]))
    #expect(try importers(of: "Core") == faces.union(["Stars", "Discovery"]))
  }

  @Test func `only RepositoryStore imports SQLite`() throws {
    #expect(try importers(of: "GRDB") == ["RepositoryStore"])
  }

  @Test func `only Markdown imports cmark-gfm`() throws {
    #expect(try importers(of: "CCMarkGFM") == ["Markdown"])
  }

  @Test
  func
    `only the theme and the languages have colors, and only Terminal knows what they are`()
    throws
  {
    let homes = ["Presentation/Theme.swift", "Presentation/LanguageColor.swift"]
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

  @Test func `the program does not link the sandbox`() throws {
    #expect(try importers(of: "FlyingFox") == [])
    #expect(try importers(of: "GitHubSandbox") == [])
  }

  @Test func `the model imports no other target`() throws {
    for module in ["GitHubAPI", "TokenStore", "CurlTransport", "Core", "Commands", "Terminal"] {
      #expect(try !importers(of: module).contains("GitHubModel"))
      #expect(try !importers(of: module).contains("HTTPTransport"))
    }
  }

  @Test func `the search model imports no network code, and Terminal no GitHub code`() throws {
    for module in ["GitHubAPI", "HTTPTransport", "CurlTransport", "TokenStore"] {
      let importers = try importers(of: module)
      #expect(importers.isDisjoint(with: ["SearchModel", "SearchUI", "Reactive", "Terminal"]))
    }
    #expect(try !importers(of: "Terminal").contains("SearchModel"))
    #expect(try importers(of: "GitHubModel").isDisjoint(with: ["Terminal", "Reactive"]))
  }

  /// The build's own import check rejects an import without a dependency, but not the reverse.
  @Test func `a target declares only dependencies that it imports`() throws {
    let manifest = try String(contentsOf: Project.file("Package.swift"), encoding: .utf8)
    let parts = manifest.split(separator: "arget(").map(String.init)
    let named = zip(parts, parts.dropFirst()).compactMap { before, text in
      text.firstMatch(of: /^\s*name: "([\w-]+)"/).map { match in
        (name: String(match.output.1), kind: before.suffix(12), text: text)
      }
    }
    #expect(named.count > 40)
    // Programs are only run.
    let programs = named.filter { $0.kind.hasSuffix(".executableT") }.map(\.name)
    for (name, kind, text) in named {
      guard let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/) else { continue }
      let path = text.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) }
      let folder = path ?? (kind.hasSuffix(".testT") ? "Tests/" : "Sources/") + name
      let modules = Self.modules(String(list.output.1)).subtracting(programs)
      #expect(modules.subtracting(try Self.modules(importedBelow: folder)) == [], "\(name)")
    }
  }

  /// The modules in a list of dependencies, some of which are constants.
  private static func modules(_ list: String) -> Set<String> {
    let list = list.replacing(/, package: "[^"]*"/, with: "")
      .replacing("httpTypes", with: #""HTTPTypes""#)
      .replacing("argumentParser", with: #""ArgumentParser""#)
    return Set(list.matches(of: /"([^"]+)"/).map { String($0.output.1) })
  }

  @Test func `the example lists exactly the variables that the code reads`() throws {
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

  /// Every string in the program's sources that looks like a variable name, except known others, so
  /// that any newly read variable is found.
  private func variableNames() throws -> Set<String> {
    let sources = Project.file("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") || path.hasSuffix(".c") {
      // Their strings are the names of programming languages.
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

  /// Strings in capitals that are not variables, and a variable that is removed from the
  /// environment unread.
  private static let otherTexts: Set<String> = [
    "AND", "FORBIDDEN", "FULL", "GMT", "INSUFFICIENT_SCOPES", "NOASSERTION", "NOT", "NOT_FOUND",
    "OFF", "OR", "QUERY", "RATE_LIMIT", "README", "RESOURCE_LIMITS_EXCEEDED", "SSLKEYLOGFILE",
    "TLS", "UNPROCESSABLE", "URL",
  ]

  /// Variables read by libcurl, or by the C library for the time of day.
  private static let readByLibraries: Set<String> = ["HTTPS_PROXY", "NO_PROXY", "TZ"]
}
