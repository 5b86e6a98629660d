import Foundation
import OperationTesting
import Output
import TestSupport
import Testing

/// The Homebrew formula's test, which cannot run here, applied to the program.
@Suite struct FormulaTests {
  @Test func `the program prints what the Homebrew formula's test expects`() async throws {
    let formula = try Project.text(of: "Packaging/ghsearch.rb")
    let lines = formula.split(separator: "\n").drop { !$0.contains("test do") }.dropFirst()
    // `assert_match "text", shell_output("#{bin}/ghsearch WORDS 2>&1", STATUS)`, and `ENV["NAME"] = "value"`.
    let assertion =
      #/assert_match "([^"]+)", shell_output\("#\{bin\}/ghsearch ([^"]*?)( 2>&1)?"(?:, (\d+))?\)/#
    let variable = #/ENV\["([A-Z_]+)"\] = "([^"]*)"/#
    var harness = Harness()
    var count = 0

    for line in lines.prefix(while: { !$0.contains(/^ *end$/) }) {
      if let (_, name, value) = line.firstMatch(of: variable)?.output {
        harness.environment[String(name)] = String(value)
        continue
      }
      let (_, text, words, withErrors, status) = try #require(
        line.firstMatch(of: assertion)?.output,
        "\(line)"
      )
      harness.output = MemorySink()
      let outcome = await harness.run(words.split(separator: " ").map(String.init))
      #expect("\(outcome.status.rawValue)" == status ?? "0")
      #expect((outcome.output + (withErrors == nil ? "" : outcome.errors)).contains(text))
      count += 1
    }
    #expect(count >= 2)
  }

  @Test func `a release's formula has every archive with its checksum`()
    throws
  {
    let platforms = ["linux-arm64", "linux-x86_64", "macos-arm64"]
    let sums = platforms.enumerated().map { index, platform in
      (String(repeating: "\(index)", count: 64), "ghsearch-9.8.7-\(platform).tar.gz")
    }

    let formula = try Self.formula(sums)

    for (sum, name) in sums {
      let address = "https://github.com/ghsearch/ghsearch/releases/download/v9.8.7/\(name)"
      let lines = formula.split(separator: "\n").map { $0.drop { $0 == " " } }
      let index = try #require(lines.firstIndex(of: "url \"\(address)\""))
      #expect(lines[index + 1] == "sha256 \"\(sum)\"")
    }
    #expect(formula.contains("  version \"9.8.7\"\n") && !formula.contains("# In a release"))
    for missing in sums.indices {
      var some = sums
      some.remove(at: missing)
      #expect(throws: (any Error).self) { try Self.formula(some) }
    }
  }

  /// The output of `formula.sh` for a file of checksums.
  private static func formula(_ sums: [(String, String)]) throws -> String {
    let folder = TemporaryFolder()
    let text = sums.map { "\($0.0)  \($0.1)\n" }.joined()
    let file = try folder.write(text, to: "SHA256SUMS")
    let script = Project.file("Packaging/formula.sh").path
    let finished = try FinishedProgram(["/bin/sh", script, file])
    guard finished.status == 0 else { throw POSIXError(.EINVAL) }
    return finished.output
  }
}
