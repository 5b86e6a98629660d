import Foundation
import TestSupport

/// A chapter of a document: prose, and blocks of commands with their output.
///
/// ````
/// ```console
/// $ ghsearch swift --limit 1 --jsonl fullName
/// {"fullName":"swiftlang/swift"}
/// ```
/// ````
/// The commands of a block that begins with `console terminal` are run on a terminal.
struct UsagePage {
  struct Example: Equatable {
    let command: String
    /// The output: empty, or complete lines.
    var output: String
    let isOnTerminal: Bool
  }

  enum Part: Equatable {
    /// A line between the examples, fences included.
    case line(String)
    case example(Example)
  }

  let document: String
  /// The document and the heading of the chapter.
  let name: String
  var parts: [Part] = []

  /// Splits a document before each second-level heading.
  static func chapters(of document: String, text: String) -> [Self] {
    var chapters: [[Substring]] = [[]]
    var isInBlock = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInBlock.toggle() }
      if line.hasPrefix("## "), !isInBlock { chapters.append([]) }
      chapters[chapters.count - 1].append(line)
    }
    return chapters.map { Self(document: document, text: $0.joined(separator: "\n")) }
  }

  private init(document: String, text: String) {
    self.document = document
    let title = text.prefix { $0 != "\n" }.drop { "# ".contains($0) }
    name = "\(document): \(title)"
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { fence = fence == nil ? line.dropFirst(3) : nil }
      add(line, in: fence)
    }
  }

  private mutating func add(_ line: Substring, in fence: Substring?) {
    guard let fence, fence.hasPrefix("console"), !line.hasPrefix("```") else {
      return parts.append(.line(String(line)))
    }
    if line.hasPrefix("$ ") {
      let isOnTerminal = fence.hasSuffix(" terminal")
      let command = String(line.dropFirst(2))
      parts.append(.example(Example(command: command, output: "", isOnTerminal: isOnTerminal)))
    } else if case .example(var example) = parts.last {
      example.output += line + "\n"
      parts[parts.count - 1] = .example(example)
    } else {
      parts.append(.line(String(line)))
    }
  }

  var examples: [Example] {
    parts.compactMap { if case .example(let example) = $0 { example } else { nil } }
  }

  /// The page as text.
  var text: String {
    parts.map { part in
      switch part {
      case .line(let line): line + "\n"
      case .example(let example): "$ \(example.command)\n\(example.output)"
      }
    }.joined().dropLast().description
  }

  /// The variables hidden from its commands, although those of other chapters get them.
  var variablesWithout: Set<String> {
    guard let list = text.firstMatch(of: /<!-- examples run without ([A-Z_, ]+) -->/) else {
      return []
    }
    return Set(list.output.1.split(separator: ", ").map(String.init))
  }
}

// MARK: - On the disk

extension UsagePage {
  /// The chapters of all documents that have examples.
  static func all() throws -> [Self] {
    try ["README.md", "docs/guide.md", "docs/interactive.md", "docs/output.md"].flatMap {
      chapters(of: $0, text: try String(contentsOf: Project.file($0), encoding: .utf8))
    }
  }

  /// Replaces an earlier version of this chapter in its document.
  func write(over earlier: Self) throws {
    try Self.writing.withLock {
      let file = Project.file(document)
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing(earlier.text, with: self.text)
        .write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Held while a document is written, since its chapters are tried concurrently.
  private static let writing = NSLock()
}
