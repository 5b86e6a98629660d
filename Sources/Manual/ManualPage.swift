/// The manual page: generated sections for commands and flags, between sections written by hand.
package struct ManualPage: Sendable {
  package let tool: ToolDescription
  package let version: String
  /// A date such as `2026-11-21`.
  package let date: String

  package init(_ tool: ToolDescription, version: String, date: String) {
    self.tool = tool
    self.version = version
    self.date = date
  }

  /// The page as roff.
  package var text: String {
    let root = tool.command
    return header + ManualSections.name + ManualSections.synopsis + ".SH DESCRIPTION\n"
      + Roff.paragraphs(Self.introduction(root)) + ManualSections.options
      + ".SH COMMANDS\n" + root.descendants.map(Self.section).joined()
      + Self.lines("EXIT STATUS:", of: root) + ManualSections.failures
      + ".SH ENVIRONMENT\n" + Self.entries("ENVIRONMENT:", of: root)
      + ".SH FILES\n" + ManualSections.tokenOrder + Self.entries("FILES:", of: root)
      + Self.lines("EXAMPLES:", of: root) + ManualSections.end
  }

  private var header: String {
    ".TH GHSEARCH 1 \(date) \"ghsearch \(version)\" \"User Commands\"\n"
  }

  /// The program's discussion without the sections that the page has elsewhere.
  private static func introduction(_ root: ToolDescription.Command) -> String {
    let text = root.discussion ?? ""
    return text.firstRange(of: "EXAMPLES:").map { String(text[..<$0.lowerBound]) } ?? text
  }

  /// The lines of a section of the program's discussion.
  private static func section(
    _ title: String,
    of root: ToolDescription.Command
  ) -> ArraySlice<Substring> {
    let sections = (root.discussion ?? "").split(separator: "\n\n")
    return sections.first { $0.hasPrefix(title + "\n") }?.split(separator: "\n").dropFirst() ?? []
  }

  /// A section of the program's discussion, with its line breaks.
  private static func lines(_ title: String, of root: ToolDescription.Command) -> String {
    let text = section(title, of: root).map { Roff.escaped($0.drop { $0 == " " }) + "\n" }.joined()
    return ".SH \(title.dropLast())\n.EX\n\(text).EE\n"
  }

  /// The entries of a section of the program's discussion: names, followed by two spaces or a line
  /// break and their meaning.
  private static func entries(_ title: String, of root: ToolDescription.Command) -> String {
    section(title, of: root).map { line in
      let parts = line.split(separator: "  ", maxSplits: 1).map { $0.drop { $0 == " " } }
      let isEntry = line.hasPrefix("  ") && !line.hasPrefix("   ")
      let tag = isEntry ? ".TP\n.B \(Roff.escaped(parts.first ?? ""))\n" : ""
      return tag
        + parts.dropFirst(isEntry ? 1 : 0).map { Roff.filled(Roff.text(String($0))) }.joined()
    }
    .joined()
  }

  private static func section(_ command: ToolDescription.Command) -> String {
    let texts = [command.abstract, command.discussion].compactMap(\.self).filter { !$0.isEmpty }
    return ".SS \(Roff.escaped(command.path))\n\(usage(command))\n"
      + texts.map { ".PP\n\(Roff.paragraphs($0))" }.joined()
      + arguments(command.ownArguments)
  }

  private static func usage(_ command: ToolDescription.Command) -> String {
    let positions = command.ownArguments.filter { $0.kind == .positional }.map(\.usage)
    let hasFlags = command.ownArguments.contains { $0.kind != .positional }
    let words = positions + (hasFlags ? ["[\\fIflags\\fP]"] : [])
    return (["\\fB\(Roff.escaped(command.path))\\fP"] + words).joined(separator: " ")
  }

  /// The arguments in the order of the help, with the title of each group of flags.
  private static func arguments(_ arguments: [ToolDescription.Argument]) -> String {
    var title: String?
    return arguments.map { argument in
      defer { title = argument.sectionTitle }
      let isNew = argument.sectionTitle != nil && argument.sectionTitle != title
      let heading = isNew ? ".PP\n\\fI\(Roff.escaped(argument.sectionTitle ?? ""))\\fP\n" : ""
      return heading + argument.entry
    }
    .joined()
  }
}

extension ToolDescription.Argument {
  fileprivate var usage: String {
    let name = "\\fI\(Roff.escaped(valueName ?? "value"))\\fP" + (isRepeating ? " ..." : "")
    return isOptional ? "[\(name)]" : name
  }

  fileprivate var entry: String {
    ".TP\n\(tag)\n\(Roff.filled(explanation))"
  }

  private var tag: String {
    let value = "\\fI\(Roff.escaped(valueName ?? "value"))\\fP"
    if kind == .positional { return value }
    let all = (names ?? []).map { "\\fB\(Roff.escaped($0.text))\\fP" }.joined(separator: ", ")
    // Such as `--archived[=true|false]`, whose value is not a separate word.
    if valueName == "true|false" { return "\(all)[=\(value)]" }
    return kind == .option ? "\(all) \(value)" : all
  }

  private var explanation: String {
    var parts = [abstract, discussion].compactMap(\.self).filter { !$0.isEmpty }.map(Roff.text)
    if let allValues, !allValues.isEmpty {
      parts.append("One of \(allValues.map(Roff.escaped).joined(separator: ", ")).")
    }
    if let defaultValue, kind == .option {
      parts.append("The default is \(Roff.escaped(defaultValue)).")
    }
    return parts.joined(separator: " ")
  }
}
