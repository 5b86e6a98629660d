import Foundation
import GitHubSandbox
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The message if libcurl is missing, as in a minimal system.
@Suite(.ownThread) struct SystemPackageTests {
  #if os(Linux)
    @Test func `a search without libcurl fails in one line that names the package`() async throws {
      let libraries = try Libraries(broken: ["libcurl.so.4", "libcurl-gnutls.so.4"])
      let sandbox = try await Sandbox.start()
      let program = LaunchedProgram(sandbox, ["vapor"])
      program.process.environment?["LD_LIBRARY_PATH"] = libraries.path

      try program.process.run()
      try await program.end()
      let said = program.said

      #expect(program.process.terminationStatus == ExitStatus.network.rawValue)
      #expect(said.split(separator: "\n").count == 1)
      #expect(said.contains("cannot load libcurl: "))
      #expect(said.contains("libcurl.so.4") && said.contains("install libcurl 7.85 or newer"))
      #expect(sandbox.requests.isEmpty)
      // `make dist-test`, which releases require, waits for this shell pattern.
      let script = try Project.text(of: "Packaging/try-bare.sh")
      let pattern = try #require(script.firstMatch(of: /\n +(\*'cannot load.*)\) ;;/)).output.1
      let matching = ["sh", "-c", "case $1 in \(pattern)) echo matches ;; esac", "sh", said]
      #expect(try FinishedProgram(matching).output == "matches\n")
    }

    @Test func `accepts Debian's build of libcurl with GnuTLS`() async throws {
      let libraries = try Libraries(broken: ["libcurl.so.4"])
      let sandbox = try await Sandbox.start()
      try libraries.link("libcurl-gnutls.so.4", to: "libcurl.so.4")
      let program = LaunchedProgram(sandbox, ["vapor", "--limit", "1", "--jsonl", "fullName"])
      program.process.environment?["LD_LIBRARY_PATH"] = libraries.path

      try program.process.run()
      try await program.end()
      let printed = program.printed

      #expect(printed == "{\"fullName\":\"vapor/vapor\"}\n")
    }
  #endif

  @Test func `the newest section of the changelog is this version or a later one`() throws {
    let text = try Project.text(of: "CHANGELOG.md")
    let section = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })

    #expect(section == "## Unreleased" || section.hasPrefix("## \(Version.current) "))
  }

  @Test func `release notes are the release's section of the changelog`() throws {
    let workflow = try Project.text(of: ".github/workflows/release.yml")
    let program = try #require(workflow.firstMatch(of: /awk '(.*)' CHANGELOG.md/)).output.1
    let changelog = "# Changelog\n\nAll changes.\n\n## 0.2.0\n\n- new\n\n## 0.1.0\n\n- old\n"

    let notes = try FinishedProgram(["awk", String(program)], input: changelog).output

    #expect(notes == "\n- new\n\n")
  }

  @Test func `the version is the second word, before the commit and the platform`() async {
    let outcome = await Harness().run("--version")

    #expect(
      outcome.output.wholeMatch(
        of:
          /ghsearch \d+\.\d+\.\d+( \([0-9a-f]{10}(-dirty)?, [0-9-]{10}\))? (linux|macos)-[a-z0-9_]+\n/
      ) != nil
    )
  }
}

#if os(Linux)
  /// A directory that the loader searches before the system's (ld.so(8)).
  private struct Libraries {
    private let folder = TemporaryFolder()
    var path: String { folder.path }

    /// Contains invalid libraries with these names, which hide the system's from the loader.
    init(broken names: [String]) throws {
      for name in names { try folder.write("no library", to: name) }
    }

    /// Adds a name for a library of the system (ldconfig(8)).
    func link(_ name: String, to library: String) throws {
      let known = try FinishedProgram(["/sbin/ldconfig", "-p"]).output
      let line = known.split(separator: "\n").first { $0.contains("\t\(library) ") }
      let file = try #require(line?.split(separator: " ").last)
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)",
        withDestinationPath: String(file)
      )
    }
  }
#endif
