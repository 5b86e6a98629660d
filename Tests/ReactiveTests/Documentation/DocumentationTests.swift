import Testing

/// The pages and comments of the module say what the code does.
///
/// `Samples/` holds every sample as a test; here it is made sure that the texts are the same.
@Suite struct DocumentationTests {
  @Test func `every sample of the documentation is one that is compiled and run`() throws {
    let compiled = withoutSpaces(try DocumentedBlock.samples())

    for block in try DocumentedBlock.all() where block.isSample {
      let sample = withoutSpaces(block.lines.joined())
      #expect(compiled.contains(sample), "\(block.file): \(block.lines.first ?? "")")
    }
  }

  @Test func `there are samples, and diagrams`() throws {
    let blocks = try DocumentedBlock.all()

    #expect(blocks.filter(\.isSample).count > 15)
    #expect(blocks.filter { $0.language == "marble" }.count > 80)
  }

  /// The page quotes the names of tests in ‘’.
  @Test func `every test that the contract names exists`() throws {
    let tests = try DocumentedBlock.tests()
    let contract = try DocumentedBlock.page("Contract")
    let quoted = contract.split(separator: "‘").dropFirst().compactMap { part in
      part.split(separator: "’").first.map { $0.split(whereSeparator: \.isWhitespace) }
    }

    #expect(quoted.count > 20)
    for words in quoted {
      let name = words.joined(separator: " ")
      let exists = tests.contains("func `\(name)`")
      #expect(exists, "\(name)")
    }
  }

  private func withoutSpaces(_ text: String) -> String {
    text.filter { !$0.isWhitespace }
  }
}

extension DocumentedBlock {
  /// Whether it is code that compiles; what the compiler refuses is marked as such.
  fileprivate var isSample: Bool {
    language == "swift" && lines.first?.hasPrefix("// Refused") != true
  }
}
