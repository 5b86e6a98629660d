import ArgumentParser
import Foundation
import Output
import System
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The manual page that `Packaging/manual.sh` makes from the help of the built program.
@Suite(.ownThread) struct ManualTests {
  private let page: String

  init() throws { page = try Self.made.get() }

  /// One for all tests, since it takes a run of the program for each command.
  private static let made = Result {
    let script = Project.file("Packaging/manual.sh").path
    let page = try FinishedProgram(["/bin/sh", script, LaunchedProgram.path, "1.2.3", "2026-11-21"])
    return page.output
  }

  /// The page as it reads, without the escapes of the characters in names.
  private var text: String { page.replacing("\\-", with: "-").replacing("\\(ti", with: "~") }

  @Test func `the page has every command and flag`() throws {
    for (words, type) in GoldenHelpTests.commands().dropFirst() {
      let path = words.joined(separator: " ")
      let start = try #require(text.firstRange(of: ".SS \(path)\n"), "\(path)")
      let section = text[start.upperBound...].prefix(upTo: ".S")
      let help = CommandHelp.arranged(GHSearchCommand.helpMessage(for: type, columns: 80))
      let flags = help.matches(of: /(?m)^  (?:-., )?(-[-a-z]+)/).map(\.output.1)

      #expect(flags.contains("--help"), "\(path)")
      for flag in Set(flags).subtracting(["--version", "-h", "--help"]) {
        #expect(section.contains("\\fB\(flag)\\fP"), "\(path) \(flag)")
      }
    }
  }

  @Test func `every flag is on its value's line, with its meaning below`() throws {
    let stars = try #require(text.firstRange(of: "\n.TP\n\\fB--stars\\fP \\fIrange\\fP\n"))

    #expect(text[stars.upperBound...].hasPrefix("Number of stars, such as 500, "))
    #expect(text.contains("\n.TP\n\\fB-L\\fP, \\fB--limit\\fP \\fIlimit\\fP\n"))
    #expect(text.contains("\n.TP\n\\fB--archived\\fP[=\\fItrue|false\\fP]\n"))
    #expect(text.contains("\n.TP\n\\fB--number-topics\\fP \\fIrange\\fP\nNumber of topics.\n"))
    #expect(text.contains("is the same as \\fBghsearch search swift\\fP;"))
  }

  @Test func `the page has the usual sections`() throws {
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
      $0.dropFirst(4)
    }

    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
        "FILES", "EXAMPLES", "SEE ALSO",
      ]
    )
    for (section, next) in zip(sections, sections.dropFirst()) {
      #expect(!page.contains(".SH \(section)\n.SH \(next)\n"), "\(section) is empty")
    }
  }

  @Test func `the page has every exit status`() throws {
    for number in Int32(0)...255 where ExitStatus(rawValue: number) != nil {
      #expect(page.contains("\n\(number) "), "\(number)")
    }
  }

  @Test func `the help and the page have every user variable and file`() throws {
    let help = GHSearchCommand.helpMessage()
    let example = try String(contentsOf: Project.file(".env.example"), encoding: .utf8)
    let variables = example.matches(of: /(?m)^(?:# )?([A-Z][A-Z0-9_]*)=/)
      .map { String($0.output.1) }.filter { !Self.setBySystems.contains($0) }
    let directories = UserDirectories(["HOME": "/home"])

    #expect(variables.count > 25)
    for name in variables {
      let isName = try Regex("\\b\(name)\\b")
      let section = try #require(text.firstRange(of: ".SH ENVIRONMENT"))
      let entries = text[section.upperBound...].replacing("\\fB", with: "")
      #expect(help.contains(isName) && entries.contains(isName), "\(name)")
    }
    for place in [directories.config, directories.data, directories.cache, directories.state] {
      let path = try #require(place).replacing("/home/", with: "~/") + "/ghsearch/"
      #expect(help.contains("\n  \(path)") && text.contains("\n\\fB\(path)"), "\(path)")
    }
  }

  /// Variables set by the terminal, the login or the system, and not for ghsearch.
  private static let setBySystems: Set<String> = [
    "TERM", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "KONSOLE_VERSION", "XTERM_VERSION",
    "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "LC_TERMINAL", "COLORTERM", "SSH_CONNECTION",
    "SSH_TTY", "DISPLAY", "TMUX", "WAYLAND_DISPLAY", "STY", "ZELLIJ", "HOME", "PATH", "TMPDIR",
    "LC_ALL", "LC_CTYPE", "LANG", "CARGO_HOME", "VIRTUAL_ENV",
  ]

  @Test func `the page is ASCII, and text is never read as a roff request`() throws {
    let requests: Set<Substring> = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".BR", ".br", ".EX", ".EE",
    ]

    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }
}

extension Substring {
  /// The text before a line with this prefix.
  fileprivate func prefix(upTo start: String) -> Substring {
    firstRange(of: "\n\(start)").map { self[..<$0.lowerBound] } ?? self
  }
}
