import Foundation
import Testing

/// The test of the Homebrew formula, which nothing here can run, against the program.
@Suite struct FormulaTests {
  @Test func `the program prints what the formula expects`() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packaging/ghsearch.rb")
    let formula = try String(contentsOf: file, encoding: .utf8)
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
}
