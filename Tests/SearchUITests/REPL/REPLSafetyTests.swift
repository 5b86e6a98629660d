import Foundation
import GitHubModel
import SearchModel
import SearchUITesting
import System
import Terminal
import Testing

@testable import SearchUI

/// No byte of text from outside acts on the terminal.
@Suite struct REPLSafetyTests {
  private static let hostile = [
    "\u{1B}[2J\u{1B}]0;owned\u{7}", "a\rb\u{8}\u{7F}", "\u{9B}31m\u{90}q\u{9C}",
    "x\u{202E}y\u{2066}",
    "z\u{200B}\u{FEFF}\u{200D}", "\u{E0041}\u{E007F}", "l1\nl2\u{2028}l3\u{85}",
    "\u{0}\u{1}\t\u{B}",
    "e" + String(repeating: "\u{301}", count: 60),
  ]

  private static func repositories() -> [Repository] {
    zip(Catalog.repositories(hostile.count), hostile).map { repository, text in
      var repository = repository
      repository.description = text
      repository.language = text
      repository.topics = [text]
      repository.homepage = text
      repository.defaultBranch = text
      repository.license = License(key: text)
      repository.owner.login = text
      return repository
    }
  }

  @Test func `hostile rows, details, errors and lines print no control bytes`() async throws {
    let repositories = Self.repositories()
    for (index, text) in Self.hostile.enumerated() {
      var script = REPLHarness.Script.answering(repositories)
      script.facts = .success(repositories[index])
      script.readme = .success("# \(text)\n\n```\n\(text)\n```\n- \(text)")
      script.history = [text]
      let harness = REPLHarness(script)
      await harness.run(silently: ["q\(text)", ":view \(index + 1)", ":history", ":\(text)"])
      harness.script.withLock { $0.answer = { _ in .failure(SearchFailure(.badResponse, text)) } }
      await harness.run(silently: ["other"])
      #expect(harness.transcript.contains("unexpected response"))
      Self.check(harness.transcript)
    }
  }

  @Test(arguments: [nil, 1, 4, 10, 20, 33, 60, 80, 100, 200])
  func `no row is wider than the width, whatever it is`(width: Int?) async {
    let repositories = Self.repositories() + Catalog.repositories(40)
    var table = RowTable(REPLStyle(width: width))
    let rows = repositories.map { RepositoryRow($0, origin: .response) }

    let lines = table.lines(of: rows, from: 995, in: SearchState(), now: epoch)

    for line in lines {
      Self.check(line)
      if let width, width >= 20 { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  /// Line breaks are ours.
  private static func check(_ text: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        Issue.record("\(scalar.escaped(asASCII: true))")
      default: break
      }
    }
  }
}
