import Foundation
import Manual
import TestTraits
import Testing

@testable import Commands

@Suite(.ownThread) struct ManualTests {
  private func page() async throws -> ManualPage {
    let dump = await Harness().run("--experimental-dump-help").output
    let tool = try ToolDescription(json: Data(dump.utf8))
    return ManualPage(tool, version: "1.2.3", date: "2026-11-21")
  }

  @Test func `every command and every flag is in the page`() async throws {
    let page = try await page()
    let text = page.text.replacing("\\-", with: "-")

    let commands = page.tool.command.descendants
    #expect(commands.count > 10)
    for command in commands {
      let start = try #require(text.firstRange(of: ".SS \(command.path)\n"), "\(command.path)")
      let section = text[start.upperBound...].prefix(upTo: ".S")
      for name in command.ownArguments.flatMap({ $0.names ?? [] }) {
        #expect(section.contains("\\fB\(name.text)\\fP"), "\(command.path) \(name.text)")
      }
    }
  }

  @Test func `every exit status is in the page`() async throws {
    let text = try await page().text
    for number in Int32(0)...255 where ExitStatus(rawValue: number) != nil {
      #expect(text.contains("\n\(number) "), "\(number)")
    }
  }

  @Test func `the page is ASCII, and no text is read as a request`() async throws {
    let text = try await page().text
    let requests: Set<Substring> = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".BR", ".I", ".RI", ".br", ".EX", ".EE",
    ]

    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }
}

extension Substring {
  /// The text before a line that starts so.
  fileprivate func prefix(upTo start: String) -> Substring {
    firstRange(of: "\n\(start)").map { self[..<$0.lowerBound] } ?? self
  }
}
