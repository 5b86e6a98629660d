import ArgumentParser
import Foundation
import Manual
import Output
import System
import TestSupport
import TestTraits
import Testing

@testable import Commands

@Suite(.ownThread) struct ManualTests {
  private func page() async throws -> ManualPage {
    let dump = await Harness().run("--experimental-dump-help").output
    let tool = try ToolDescription(json: Data(dump.utf8))
    return ManualPage(tool, version: "1.2.3", date: "2026-11-21")
  }

  @Test func `the page has every command and flag`() async throws {
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

  @Test func `the page has every exit status`() async throws {
    let text = try await page().text
    for number in Int32(0)...255 where ExitStatus(rawValue: number) != nil {
      #expect(text.contains("\n\(number) "), "\(number)")
    }
  }

  @Test func `the help and the page have every user variable and file`()
    async throws
  {
    let help = GHSearchCommand.helpMessage()
    let page = try await page().text.replacing("\\-", with: "-").replacing("\\(ti", with: "~")
    let example = try String(contentsOf: Project.file(".env.example"), encoding: .utf8)
    let variables = example.matches(of: /(?m)^(?:# )?([A-Z][A-Z0-9_]*)=/)
      .map { String($0.output.1) }.filter { !Self.setBySystems.contains($0) }
    let directories = UserDirectories(["HOME": "/home"])

    #expect(variables.count > 25)
    for name in variables {
      let isName = try Regex("\\b\(name)\\b")
      let section = try #require(page.firstRange(of: ".SH ENVIRONMENT"))
      #expect(help.contains(isName) && page[section.upperBound...].contains(isName), "\(name)")
    }
    for place in [directories.config, directories.data, directories.cache, directories.state] {
      let path = try #require(place).replacing("/home/", with: "~/") + "/ghsearch/"
      #expect(help.contains("\n  \(path)") && page.contains("\n.B \(path)"), "\(path)")
    }
  }

  /// By the terminal, the login or the system, and not for ghsearch.
  private static let setBySystems: Set<String> = [
    "TERM", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "KONSOLE_VERSION", "XTERM_VERSION",
    "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "LC_TERMINAL", "COLORTERM", "SSH_CONNECTION",
    "SSH_TTY", "DISPLAY", "TMUX", "WAYLAND_DISPLAY", "STY", "ZELLIJ", "HOME", "PATH", "TMPDIR",
    "LC_ALL", "LC_CTYPE", "LANG", "CARGO_HOME", "VIRTUAL_ENV",
  ]

  @Test func `the page is ASCII, and text is never read as a roff request`() async throws {
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
