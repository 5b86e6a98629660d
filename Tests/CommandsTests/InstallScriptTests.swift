import Foundation
import System
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// `install.sh`, and the gh extension that calls it, against a server with a release whose program
/// prints its version.
@Suite(.ownThread) struct InstallScriptTests {
  private let folder = TemporaryFolder()
  private let root: String
  private let platform: String
  private let archive: [UInt8]

  init() async throws {
    root = folder.path + "/a b"
    platform = String(Version.line.split(separator: " ").last ?? "")
    let name = "ghsearch-9.8.7-\(platform)"
    let script = """
      set -e
      mkdir -p "$0/home" "$0/\(name)" && cd "$0/\(name)"
      mkdir -p bin share/man/man1 share/bash-completion/completions share/zsh/site-functions \
        share/fish/vendor_completions.d share/ghsearch/skills/ghsearch
      printf '#!/bin/sh\\necho ghsearch 9.8.7\\n' > bin/ghsearch
      chmod 755 bin/ghsearch
      for file in LICENSE NOTICES CHANGELOG.md share/man/man1/ghsearch.1 \
        share/bash-completion/completions/ghsearch share/zsh/site-functions/_ghsearch \
        share/fish/vendor_completions.d/ghsearch.fish share/ghsearch/skills/ghsearch/SKILL.md
      do echo text > $file; done
      cd .. && tar -czf archive.tar.gz \(name)
      """
    let outcome = await Self.run("/bin/sh", ["-c", script, root], ["PATH": Self.path])
    try #require(outcome.status == 0, "\(outcome.text)")
    archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/archive.tar.gz")))
  }

  @Test(arguments: ["", "--version 9.8.7", "--version v9.8.7"])
  func `installs the newest release, or the one named`(_ arguments: String) async throws {
    let server = try serve(archive)

    let outcome = await install(server, arguments)

    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Installed ghsearch 9.8.7 in \(root)/home/.local\n"))
    #expect(outcome.text.contains("export PATH="))
    #expect(Set(try installed()) == Self.files)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wget")))
  func `works with only wget`() async throws {
    let server = try serve(archive)
    let outcome = await install(server, environment: ["PATH": try tools("wget")])

    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(Set(try installed()) == Self.files)
  }

  @Test func `accepts a prefix with spaces, and gives no hint if it is in the PATH`() async throws {
    let server = try serve(archive)
    let prefix = root + "/a prefix"

    let outcome = await install(
      server,
      environment: ["PREFIX": prefix, "PATH": "\(prefix)/bin:\(Self.path)"]
    )

    #expect(outcome.text == "Installed ghsearch 9.8.7 in \(prefix)\n")
    #expect(Set(try installed("a prefix")) == Self.files)
  }

  @Test func `a damaged archive leaves the installation unchanged`() async throws {
    try #require(await install(try serve(archive)).status == 0)
    let before = try installed()
    var wrong = archive
    wrong[wrong.count / 2] ^= 1

    for damaged in [Array(archive.dropLast(10)), wrong, [], archive + [0]] {
      let outcome = await install(try serve(damaged))

      #expect(outcome.status == 1)
      #expect(outcome.text.contains("the checksum of ghsearch-9.8.7-\(platform).tar.gz is wrong"))
      #expect(outcome.text.split(separator: "\n").count == 1)
    }
    #expect(try installed() == before)
  }

  @Test(arguments: [
    (false, true, "cannot download"), (true, false, "cannot download"),
    (false, false, "cannot download"),
  ])
  func `names a missing file in one line`(
    _ hasSums: Bool,
    _ hasArchive: Bool,
    _ text: String
  ) async throws {
    let server = try serve(hasArchive ? archive : nil, hasSums: hasSums)

    let outcome = await install(server)

    #expect(outcome.status == 1)
    #expect(outcome.text.contains("install.sh: \(text) \(server.url)/"))
    #expect(try installed().isEmpty)
  }

  @Test func `refuses a release without a build for this platform`() async throws {
    let server = try serve(archive, platform: "plan9-mips")

    let outcome = await install(server)

    #expect(outcome.status == 1)
    #expect(outcome.text == "install.sh: that release has no archive for \(platform)\n")
  }

  @Test func `uninstalls exactly what it installed`() async throws {
    try #require(await install(try serve(archive)).status == 0)
    let own = root + "/home/.local/bin/mine"
    try Data().write(to: URL(fileURLWithPath: own))

    let outcome = await install(nil, "--uninstall")

    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("/ghsearch\n"), "it advises no command that is gone")
    #expect(try installed() == ["bin/mine"])
    #expect(await install(nil, "--uninstall").status == 1)
  }

  @Test(arguments: [
    ("--versoin 1", Int32(64)), ("--version", 64), ("--version ../x", 1), ("--help", 0),
  ])
  func `parses its arguments`(_ arguments: String, _ status: Int32) async throws {
    #expect(await install(nil, arguments).status == status)
    #expect(try installed().isEmpty)
  }

  // MARK: - The gh extension

  @Test(arguments: [
    ("", "", "github.com", "GH_TOKEN"),
    ("github.com:\n    user: a\n", "", "github.com", "GH_TOKEN"),
    ("git.example:\n    user: a\n", "", "git.example", "GH_ENTERPRISE_TOKEN"),
    ("a.example:\n    user: a\nb.example:\n    user: a\n", "", "github.com", "GH_TOKEN"),
    ("github.com:\n    user: a\n", "git.example", "git.example", "GH_ENTERPRISE_TOKEN"),
  ])
  func `the gh extension runs ghsearch with gh's host and token`(
    _ hosts: String,
    _ variable: String,
    _ host: String,
    _ token: String
  ) async throws {
    try write("printenv | grep ^GH_.*[NT]= | sort; echo $#/$1/$2", to: "bin/ghsearch")
    try write(hosts, to: "config/hosts.yml")

    let outcome = try await runExtension(["a b", "$c"], nil, ["GH_HOST": variable])

    let variables = ["GH_HOST=\(host)", "\(token)=t-\(host)"].sorted().joined(separator: "\n")
    #expect(outcome.text == "\(variables)\n2/a b/$c\n")
    let other = try await runExtension([], nil, ["GHSEARCH_TOKEN": "own"])
    #expect(!other.text.contains("t-"))
  }

  @Test func `the gh extension installs its release once`() async throws {
    let server = try serve(archive)

    let first = try await runExtension(["--version"], server)
    #expect(first.status == 0)
    #expect(first.text == "gh search-stars: installing ghsearch 9.8.7\nghsearch 9.8.7\n")
    let second = try await runExtension(["--version"], nil)
    #expect(second.text == "ghsearch 9.8.7\n")

    try write("8.7.6", to: "extension/VERSION")
    let missing = try await runExtension(["--version"], server)
    #expect(missing.status == 1 && missing.text.contains("install.sh: cannot download"))
  }

  /// Runs the extension as in its repository, with a gh that has a token for each host.
  private func runExtension(
    _ arguments: [String],
    _ server: LoopbackServer?,
    _ environment: [String: String] = [:]
  ) async throws -> (status: Int32, text: String) {
    try write(#"echo "t-$4""#, to: "bin/gh")
    let name = "extension/gh-search-stars"
    if !FileManager.default.fileExists(atPath: "\(root)/\(name)") {
      try write("9.8.7", to: "extension/VERSION")
      for (source, file) in [
        ("Packaging/gh-extension/gh-search-stars", name), ("install.sh", "extension/install.sh"),
      ] {
        try writeScript(Project.text(of: source), to: "\(root)/\(file)")
      }
    }
    var variables = ["PATH": "\(root)/bin:\(try tools("curl"))", "TMPDIR": root]
    variables["GH_CONFIG_DIR"] = root + "/config"
    variables["GHSEARCH_BASE_URL"] = server?.url ?? "http://127.0.0.1:1"
    return await Self.run("\(root)/\(name)", arguments, variables.merging(environment) { $1 })
  }

  /// Writes a file below the root, or a shell script in `bin`.
  private func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: "\(root)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    if name.hasPrefix("bin/") {
      try writeScript("#!/bin/sh\n\(text)\n", to: file.path)
    } else {
      try Data("\(text)\n".utf8).write(to: file)
    }
  }

  // MARK: - A server and a run

  private static let path = "/usr/local/bin:/usr/bin:/bin"

  /// A directory with the programs that the scripts call, one of which downloads.
  private func tools(_ downloader: String) throws -> String {
    let tools = root + "/tools"
    let manager = FileManager.default
    try manager.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in [
      "sh", "uname", "mktemp", "rm", "grep", "wc", downloader, "sha256sum", "cut", "tar", "gzip",
      "mkdir", "mv", "cp", "dirname", "sed", "printenv", "sort",
    ] where !manager.fileExists(atPath: "\(tools)/\(name)") {
      let file = try #require(
        ["/usr/bin", "/bin"].map { "\($0)/\(name)" }.first(where: manager.fileExists)
      )
      try manager.createSymbolicLink(atPath: "\(tools)/\(name)", withDestinationPath: file)
    }
    return tools
  }

  @Test func `make install installs what the script removes, and archives add the documents`()
    throws
  {
    let installed = try Project.text(of: "Makefile")
      .matches(of: /install -m \d+ .* "\$\(INSTALLED\)\/(.+)"/).map { String($0.output.1) }
    let script = try Project.text(of: "install.sh")
    let removed = try #require(script.firstMatch(of: /\nfiles='([^']+)'/)).output.1

    #expect(Set(installed) == Self.files.filter { !$0.hasPrefix("share/doc/") })
    #expect(Set(removed.split(separator: "\n").map(String.init)) == Self.files)
  }

  private static let files: Set = [
    "bin/ghsearch", "share/man/man1/ghsearch.1", "share/bash-completion/completions/ghsearch",
    "share/zsh/site-functions/_ghsearch", "share/fish/vendor_completions.d/ghsearch.fish",
    "share/ghsearch/skills/ghsearch/SKILL.md", "share/doc/ghsearch/LICENSE",
    "share/doc/ghsearch/NOTICES", "share/doc/ghsearch/CHANGELOG.md",
  ]

  /// Serves a release as GitHub does, with the checksum of the test's archive.
  private func serve(
    _ body: [UInt8]?,
    hasSums: Bool = true,
    platform: String? = nil
  ) throws -> LoopbackServer {
    let name = "ghsearch-9.8.7-\(platform ?? self.platform).tar.gz"
    let sum = "sha256sum \"$0\" || shasum -a 256 \"$0\""
    let text = try FinishedProgram(["/bin/sh", "-c", sum, root + "/archive.tar.gz"]).output
    let sums = "\(text.prefix(64))  \(name)\n\(text.prefix(64))  ghsearch-9.8.7.spdx.json\n"
    return try LoopbackServer { connection in
      while let head = connection.readHead() {
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if hasSums, ["/latest/download/SHA256SUMS", "/download/v9.8.7/SHA256SUMS"].contains(path) {
          connection.respond(body: sums)
        } else if let body, path == "/download/v9.8.7/\(name)" {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
          connection.send(body)
        } else {
          connection.respond("404 Not Found")
        }
      }
    }
  }

  private func install(
    _ server: LoopbackServer?,
    _ arguments: String = "",
    environment: [String: String] = [:]
  ) async -> (status: Int32, text: String) {
    var variables = ["PATH": Self.path, "HOME": root + "/home", "TMPDIR": root]
    variables["GHSEARCH_BASE_URL"] = server?.url ?? "http://127.0.0.1:1"
    return await Self.run(
      "/bin/sh",
      [Project.file("install.sh").path]
        + arguments.split(separator: " ").map(String.init),
      variables.merging(environment) { $1 }
    )
  }

  /// Runs a program, and returns its status and all its output.
  private static func run(
    _ program: String,
    _ arguments: [String],
    _ environment: [String: String]
  ) async -> (status: Int32, text: String) {
    let words = ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", program] + arguments
    return await DedicatedThread.run {
      do {
        let finished = try FinishedProgram(words, environment: .exactly(environment))
        return (finished.status, finished.output)
      } catch {
        return (-1, "\(error)")
      }
    }
  }

  /// The files below the prefix, in order.
  private func installed(_ prefix: String = "home/.local") throws -> [String] {
    let directory = URL(fileURLWithPath: "\(root)/\(prefix)")
    let names = FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String }
    return (names ?? []).filter {
      var isDirectory: ObjCBool = false
      let path = directory.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.sorted()
  }
}
