import Foundation

/// A block of code in the documentation of the module, as it stands there.
struct DocumentedBlock {
  let file: String
  let language: String
  let lines: [String]
}

extension DocumentedBlock {
  /// Every block in the pages and in the comments of the sources.
  static func all() throws -> [DocumentedBlock] {
    try everything.get()
  }

  private static let everything = Result {
    try ["Sources/Reactive", "Sources/ReactiveTesting"].flatMap { folder in
      try files(below: root.appending(path: folder)).flatMap(blocks)
    }
  }

  /// The text of all files of tests that hold samples.
  static func samples() throws -> String {
    try text(below: "Tests/ReactiveTests/Documentation/Samples")
  }

  /// The text of all tests.
  static func tests() throws -> String {
    try text(below: "Tests/ReactiveTests")
  }

  /// The text of a page.
  static func page(_ name: String) throws -> String {
    let file = root.appending(path: "Sources/Reactive/Reactive.docc/\(name).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func text(below folder: String) throws -> String {
    try files(below: root.appending(path: folder))
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  private static var root: URL {
    URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  }

  private static func files(below folder: URL) throws -> [URL] {
    let folder = folder.resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return paths.sorted().filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }
      .map { folder.appending(path: $0) }
  }

  private static func blocks(in file: URL) throws -> [DocumentedBlock] {
    let text = try String(contentsOf: file, encoding: .utf8)
    var reader = BlockReader(file: file.lastPathComponent)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if file.pathExtension == "md" {
        reader.read(String(line))
      } else if let comment = commented(line) {
        reader.read(comment)
      }
    }
    return reader.blocks
  }

  /// What a line of a documentation comment says.
  private static func commented(_ line: Substring) -> String? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return nil }
    return String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
  }
}

private struct BlockReader {
  let file: String
  var blocks: [DocumentedBlock] = []
  var language: String?
  var lines: [String] = []

  mutating func read(_ line: String) {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("```") else {
      if language != nil { lines.append(line) }
      return
    }
    if let language {
      blocks.append(DocumentedBlock(file: file, language: language, lines: lines))
      self.language = nil
    } else {
      language = String(text.dropFirst(3))
    }
    lines = []
  }
}
