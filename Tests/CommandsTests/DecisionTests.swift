import Foundation
import Testing

/// The records in `docs/decisions` name only what exists, and so does what cites them.
@Suite struct DecisionTests {
  @Test func `every decision that is cited has a record`() throws {
    let records = try SourceTree.records()
    let numbers = Set(records.keys.compactMap(Record.number))
    var citationCount = 0
    for (path, text) in try SourceTree.texts() {
      let isRecord = records[path] != nil
      for number in Citations.numbers(in: text, isRecord: isRecord) {
        citationCount += 1
        let isKnown = numbers.contains(number)
        #expect(isKnown, "\(path) cites \(number)")
      }
      for name in Citations.files(in: text) {
        citationCount += 1
        let isKnown = records[Record.directory + name] != nil
        #expect(isKnown, "\(path) links to \(name)")
      }
    }

    #expect(citationCount > 40)
  }

  @Test func `the index has every record by its title, and nothing else`() throws {
    let index = try String(
      contentsOf: SourceTree.root.appendingPathComponent(Record.directory + "README.md"),
      encoding: .utf8
    )
    let records = try SourceTree.records()
    #expect(index.matches(of: /\]\(\d{4}-/).count == records.count)
    for (path, text) in records {
      let title = text.prefix { $0 != "\n" }.dropFirst(2).split(separator: ": ", maxSplits: 1)
      let entry = "[\(title.last ?? "")](\(path.dropFirst(Record.directory.count)))"
      let isListed = index.contains(entry)
      #expect(isListed, "\(entry)")
      #expect(title.first.map(String.init) == Record.number(of: path))
    }
  }

  @Test func `every type and every file that a record names exists`() throws {
    let names = try CodeNames()
    var nameCount = 0
    for (path, text) in try SourceTree.records() {
      for word in Record.codeWords(in: text) {
        nameCount += 1
        #expect(names.unknown(in: word) == nil, "\(path) names `\(word)`")
      }
    }

    #expect(nameCount > 100)
    #expect(names.unknown(in: "StarIntent") == "StarIntent")
    #expect(names.unknown(in: "BudgetLedger.swift") == "BudgetLedger.swift")
    #expect(names.unknown(in: "Packaging/icu.sh") == "Packaging/icu.sh")
  }
}

/// One decision: `docs/decisions/NNNN-TITLE.md`.
private enum Record {
  static let directory = "docs/decisions/"

  /// The number in the name of the file; nil for any other file.
  static func number(of path: String) -> String? {
    guard path.hasPrefix(directory) else { return nil }
    let number = path.dropFirst(directory.count).prefix { $0 != "-" }
    return number.count == 4 && Int(number) != nil ? String(number) : nil
  }

  /// The words between backticks.
  static func codeWords(in text: String) -> [Substring] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.split(whereSeparator: \.isWhitespace) }
  }
}

/// How decisions are cited.
private enum Citations {
  /// The numbers in `decision 0040` and `decisions 0040, 0060 and 0092`; in a record, every number that
  /// begins with 0 and has four digits.
  static func numbers(in text: String, isRecord: Bool) -> [String] {
    guard text.utf8.count < 1 << 20, text.contains("ecision") || isRecord else { return [] }
    // A citation may go on in the next line of a comment.
    let line = text.replacing(/\n[ \t]*(?:\/\/\/?|#)?[ \t]*/, with: " ")
    let cited = line.matches(of: /[Dd]ecisions? \d{4}(?:(?:,| and|, and) \d{4})*/)
      .map { String($0.output) }
    return (isRecord ? [line] : cited).flatMap { text in
      text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        .filter { $0.count == 4 && $0.hasPrefix("0") && Int($0) != nil }
        .map(String.init)
    }
  }

  /// The names of the files in links to records.
  static func files(in text: String) -> [String] {
    guard text.contains("decisions/0") else { return [] }
    return text.matches(of: /decisions\/(\d{4}[a-z0-9.-]*\.md)/).map { String($0.output.1) }
  }
}

/// The names that the repository has, and those of others that a record may use.
private struct CodeNames {
  private let types: Set<Substring>
  private let files: Set<Substring>
  private let directories: Set<Substring>
  private let paths: Set<String>

  init() throws {
    paths = try SourceTree.paths()
    files = Set(paths.compactMap { $0.split(separator: "/").last })
    let modules = paths.filter { $0.hasPrefix("Sources/") }.map { $0.split(separator: "/")[1] }
    directories = Set(paths.compactMap { $0.split(separator: "/").first } + modules)
    types = try Set(modules).union(Self.declared()).union(Self.foreign)
  }

  /// The first name in a word that nothing has; nil if there is none.
  ///
  /// Names of types begin with a capital and have a small letter; `Publishers.Zip` are two.
  func unknown(in word: some StringProtocol) -> Substring? {
    let word = Substring(word)
    if word.contains("/") {
      guard let first = word.split(separator: "/").first, directories.contains(first) else {
        return nil
      }
      let isKnown = paths.contains { path in
        [path, "\(path)/"].contains { $0.hasPrefix(word) || $0.hasPrefix("Sources/\(word)") }
      }
      return isKnown ? nil : word
    }
    if Self.suffixes.contains(where: word.hasSuffix) { return files.contains(word) ? nil : word }
    return word.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .first { Self.isType($0) && !types.contains($0) }
  }

  private static func isType(_ name: Substring) -> Bool {
    name.first?.isUppercase == true && !name.contains("_") && name.contains(where: \.isLowercase)
  }

  /// Of the repository's own files that records name.
  private static let suffixes = [".swift", ".c", ".md", ".pl", ".sh"]

  /// Types of the standard library, Foundation and the packages, and a header field of HTTP.
  private static let foreign: Set<Substring> = [
    "After", "CustomReflectable", "Date", "Decodable", "Decoder", "JSONDecoder", "Mutex", "Option",
    "Retry", "Sendable", "SystemPackage",
  ]

  /// The types that the sources and the tests declare.
  private static func declared() throws -> Set<Substring> {
    let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    var names: Set<Substring> = []
    for (path, text) in try SourceTree.texts() where path.hasSuffix(".swift") {
      var isDeclaration = false
      for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        let word = Substring(word)
        if isDeclaration { names.insert(word.prefix { $0.isLetter || $0.isNumber }) }
        isDeclaration = keywords.contains(word)
      }
    }
    return names
  }
}

/// The files of the repository.
private enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Relative to the root, without hidden files and what is built.
  static func paths() throws -> Set<String> {
    let directories = ["Benchmarks", "Fuzz", "Packaging", "Sources", "Tests", "docs"]
    var paths = Set(try FileManager.default.contentsOfDirectory(atPath: root.path))
    paths = paths.filter {
      $0.hasSuffix(".md") || $0.hasSuffix(".swift") || ["Makefile", "install.sh"].contains($0)
    }
    for directory in directories {
      let absolute = root.appendingPathComponent(directory).path
      let files = try #require(FileManager.default.enumerator(atPath: absolute))
      for case let path as String in files {
        if path.split(separator: "/").last?.hasPrefix(".") == true {
          files.skipDescendants()
        } else {
          paths.insert("\(directory)/\(path)")
        }
      }
    }
    return paths
  }

  /// The texts of the files in which a decision may be cited.
  static func texts() throws -> [String: String] {
    let suffixes: Set<Substring> = [
      "swift", "md", "c", "h", "sh", "pl", "py", "mk", "rb", "Makefile",
    ]
    var texts: [String: String] = [:]
    for path in try paths() where path.split(separator: ".").last.map(suffixes.contains) == true {
      texts[path] = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    return texts
  }

  /// The texts of the records by their paths.
  static func records() throws -> [String: String] {
    try texts().filter { Record.number(of: $0.key) != nil }
  }
}
