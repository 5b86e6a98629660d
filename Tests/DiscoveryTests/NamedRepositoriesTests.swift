import Discovery
import Foundation
import GitHubModel
import TestSupport
import Testing

/// The repositories that files name.
@Suite struct NamedRepositoriesTests {
  private let folder = TemporaryFolder()

  private func named(environment: [String: String] = [:]) -> NamedRepositories {
    NamedRepositories(webHost: "github.com", environment: environment)
  }

  /// Writes a file, and makes the directories that it is in.
  private func write(_ text: String, to file: String) throws {
    let url = URL(filePath: folder.path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  @Test func `names a repository once, at the first place that has it`() {
    var named = named()
    _ = named.add(
      "# x\n[v](https://github.com/vapor/vapor)\natom/atom\n",
      of: "a.md",
      at: "/p/a.md"
    )
    _ = named.add(
      "    .package(url: \"https://github.com/Vapor/vapor.git\")",
      of: "Package.swift",
      at: "/p/Package.swift"
    )

    #expect(named.all.map(\.name.fullName) == ["vapor/vapor", "atom/atom"])
    #expect(named.all.map { $0.place?.text } == ["a.md:2", "a.md:3"])
  }

  /// Manifests that name their own project, `iina/iina`, and `vapor/vapor`.
  @Test(arguments: [
    ("go.mod", "module github.com/iina/iina\nrequire github.com/vapor/vapor/v4 v4.1.0"),
    (
      "Cargo.toml",
      """
      [package]
      repository = "https://github.com/iina/iina"
      [dependencies]
      v = { git = "https://github.com/vapor/vapor" }
      """
    ),
    (
      "package.json",
      """
      {"repository": {"type": "git", "url": "git+https://github.com/iina/iina.git"},
      "bugs": {"url": "https://github.com/iina/iina/issues"},
      "overrides": {"v": "git+https://github.com/vapor/vapor.git"}}
      """
    ),
  ])
  func `omits the project's own URLs`(_ file: String, _ text: String) {
    var named = named()

    _ = named.add(text, of: file, at: "/p/\(file)")

    #expect(named.all.map(\.name.fullName) == ["vapor/vapor"])
  }

  /// Files that name an installed package `a`, and `b`, which is not installed, with the line of `a`.
  @Test(arguments: [
    ("package.json", #"{"dependencies": {"b": "1"}, "devDependencies": {"@c/a": "2"}}"#, 1),
    (
      "package-lock.json",
      "{\"packages\": {\"\": {},\n\"x/node_modules/@c/a\": {}, \"node_modules/b\": {}}}", 2
    ),
    (
      "Cargo.lock",
      """
      [[package]]
      name = "own"
      version = "1.0.0"

      [[package]]
      name = "a"
      version = "1.2.0"
      source = "registry+https://github.com/rust-lang/crates.io-index"

      [[package]]
      name = "b"
      version = "1.2.0"
      source = "registry+https://github.com/rust-lang/crates.io-index"
      """, 6
    ),
    ("requirements-dev.txt", "# all\n-r other.txt\nA[x]>=1.0 ; python_version > '3'\nb==2", 3),
    ("pyproject.toml", "name = 'a'\ndependencies = [\n 'b', \"a[c]>2\" ]\nx = ['d']", 1),
  ])
  func `looks up packages without a URL where they are installed`(
    _ file: String,
    _ text: String,
    _ line: Int
  ) throws {
    try write(
      #"{"repository": {"url": "git+https://github.com/atom/atom.git"}}"#,
      to: "node_modules/@c/a/package.json"
    )
    try write(
      "homepage = 'https://a.example'\nrepository = \"https://github.com/atom/atom\"",
      to: "cargo/registry/src/index-1/a-1.2.0/Cargo.toml"
    )
    try write(
      "Name: a\nProject-URL: Source, https://github.com/atom/atom\n",
      to: "venv/lib/python3/site-packages/A-2.1.dist-info/METADATA"
    )
    var named = named(environment: [
      "CARGO_HOME": folder.path + "/cargo", "VIRTUAL_ENV": folder.path + "/venv",
    ])

    let unknown = named.add(text, of: file, at: "\(folder.path)/\(file)")

    #expect(named.all.map(\.name.fullName) == ["atom/atom"])
    #expect(named.all.first?.place?.text == "\(file):\(line)")
    #expect(unknown == 1)
  }
}
