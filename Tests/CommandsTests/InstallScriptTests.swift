import Foundation
import System
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// `install.sh` against a server with a release whose program prints its version.
@Suite(.ownThread) final class InstallScriptTests {
  private let root = NSTemporaryDirectory() + "install \(UUID().uuidString)"
  private let platform: String
  private let archive: [UInt8]

  init() async throws {
    platform = String(Version.line.split(separator: " ").last ?? "")
    let name = "ghsearch-9.8.7-\(platform)"
    let script = """
      set -e
      mkdir -p "$0/home" "$0/\(name)" && cd "$0/\(name)"
      mkdir -p bin share/man/man1 share/bash-completion/completions share/zsh/site-functions \
        share/fish/vendor_completions.d
      printf '#!/bin/sh\\necho ghsearch 9.8.7\\n' > bin/ghsearch
      chmod 755 bin/ghsearch
      for file in LICENSE NOTICES CHANGELOG.md share/man/man1/ghsearch.1 \
        share/bash-completion/completions/ghsearch share/zsh/site-functions/_ghsearch \
        share/fish/vendor_completions.d/ghsearch.fish
      do echo text > $file; done
      cd .. && tar -czf archive.tar.gz \(name)
      """
    let outcome = await Self.run("/bin/sh", ["-c", script, root], ["PATH": Self.path])
    try #require(outcome.status == 0, "\(outcome.text)")
    archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/archive.tar.gz")))
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  @Test(arguments: ["", "--version 9.8.7", "--version v9.8.7"])
  func `installs the newest release, or the named one`(_ arguments: String) async throws {
    let server = try serve(archive)

    let outcome = await install(server, arguments)

    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Installed ghsearch 9.8.7 in \(root)/home/.local\n"))
    #expect(outcome.text.contains("export PATH="))
    #expect(Set(try installed()) == Self.files)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wget")))
  func `wget alone does`() async throws {
    let server = try serve(archive)
    let tools = root + "/tools"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in [
      "sh", "uname", "mktemp", "rm", "grep", "wc", "wget", "sha256sum", "cut", "tar", "gzip",
      "mkdir",
      "mv", "cp", "dirname",
    ] {
      let file = try #require(
        ["/usr/bin", "/bin"].map { "\($0)/\(name)" }.first(where: FileManager.default.fileExists)
      )
      try FileManager.default.createSymbolicLink(
        atPath: "\(tools)/\(name)",
        withDestinationPath: file
      )
    }

    let outcome = await install(server, environment: ["PATH": tools])

    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(Set(try installed()) == Self.files)
  }

  @Test func `a prefix may have spaces, and its programs in the PATH need no hint`() async throws {
    let server = try serve(archive)
    let prefix = root + "/a prefix"

    let outcome = await install(
      server,
      environment: ["PREFIX": prefix, "PATH": "\(prefix)/bin:\(Self.path)"]
    )

    #expect(outcome.text == "Installed ghsearch 9.8.7 in \(prefix)\n")
    #expect(Set(try installed("a prefix")) == Self.files)
  }

  @Test func `a damaged archive changes nothing of what is installed`() async throws {
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
  func `a missing file is named in one line`(
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

  @Test func `a release without this platform is refused`() async throws {
    let server = try serve(archive, platform: "plan9-mips")

    let outcome = await install(server)

    #expect(outcome.status == 1)
    #expect(outcome.text == "install.sh: that release has no archive for \(platform)\n")
  }

  @Test func `uninstalls what it installed, and nothing else`() async throws {
    try #require(await install(try serve(archive)).status == 0)
    let own = root + "/home/.local/bin/mine"
    try Data().write(to: URL(fileURLWithPath: own))

    let outcome = await install(nil, "--uninstall")

    #expect(outcome.status == 0)
    #expect(try installed() == ["bin/mine"])
    #expect(await install(nil, "--uninstall").status == 1)
  }

  @Test(arguments: [
    ("--versoin 1", Int32(64)), ("--version", 64), ("--version ../x", 1), ("--help", 0),
  ])
  func `reads its arguments`(_ arguments: String, _ status: Int32) async throws {
    #expect(await install(nil, arguments).status == status)
    #expect(try installed().isEmpty)
  }

  // MARK: - A server and a run

  private static let path = "/usr/local/bin:/usr/bin:/bin"

  private static let files: Set = [
    "bin/ghsearch", "share/man/man1/ghsearch.1", "share/bash-completion/completions/ghsearch",
    "share/zsh/site-functions/_ghsearch", "share/fish/vendor_completions.d/ghsearch.fish",
    "share/doc/ghsearch/LICENSE", "share/doc/ghsearch/NOTICES", "share/doc/ghsearch/CHANGELOG.md",
  ]

  /// Answers as GitHub's releases do, with the checksum of the archive that was built.
  private func serve(
    _ body: [UInt8]?,
    hasSums: Bool = true,
    platform: String? = nil
  ) throws -> LoopbackServer {
    let name = "ghsearch-9.8.7-\(platform ?? self.platform).tar.gz"
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "sha256sum \"$0\" || shasum -a 256 \"$0\"", root + "/archive.tar.gz",
    ]
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
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
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("install.sh")
    return await Self.run(
      "/bin/sh",
      [script.path] + arguments.split(separator: " ").map(String.init),
      variables.merging(environment) { $1 }
    )
  }

  /// Runs a program, and returns its status and all that it printed.
  private static func run(
    _ program: String,
    _ arguments: [String],
    _ environment: [String: String]
  ) async -> (status: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    return await DedicatedThread.run {
      do {
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
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
