import Foundation

/// A page of `docs`: prose, and blocks of commands with what they print.
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
    /// Empty, or whole lines.
    var output: String
    let isOnTerminal: Bool
  }

  enum Part: Equatable {
    /// A line between the examples, fences included.
    case line(String)
    case example(Example)
  }

  let name: String
  var parts: [Part] = []

  init(name: String, text: String) {
    self.name = name
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

  /// As it was read.
  var text: String {
    parts.map { part in
      switch part {
      case .line(let line): line + "\n"
      case .example(let example): "$ \(example.command)\n\(example.output)"
      }
    }.joined().dropLast().description
  }

  /// The variables that its commands do not find, although those of other pages do.
  var variablesWithout: Set<String> {
    guard let list = text.firstMatch(of: /<!-- examples run without ([A-Z_, ]+) -->/) else {
      return []
    }
    return Set(list.output.1.split(separator: ", ").map(String.init))
  }
}

// MARK: - On the disk

extension UsagePage {
  static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs")

  static func all() throws -> [Self] {
    let usage = try FileManager.default
      .contentsOfDirectory(atPath: folder.appendingPathComponent("usage").path)
    let names = usage.sorted().map { "usage/\($0)" } + ["gh-comparison.md"]
    return try names.filter { $0.hasSuffix(".md") }
      .map { Self(name: $0, text: try String(contentsOf: file($0), encoding: .utf8)) }
  }

  func write() throws {
    try text.write(to: Self.file(name), atomically: true, encoding: .utf8)
  }

  private static func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
