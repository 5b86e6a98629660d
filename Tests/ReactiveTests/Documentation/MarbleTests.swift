import Testing

/// Every marble diagram of the documentation is played.
@Suite struct MarbleTests {
  @Test(arguments: DrawnOperator.all)
  func `an operator does what its diagram shows`(_ operator: DrawnOperator) throws {
    let drawings = try diagrams().filter { $0.name == `operator`.name }
    #expect(!drawings.isEmpty, "no diagram shows it")

    for diagram in drawings {
      let bench = MarbleBench(diagram)
      #expect(bench.play(diagram, `operator`.make(bench)) == [])
    }
  }

  @Test func `every diagram is one that is played`() throws {
    let played = Set(DrawnOperator.all.map(\.name) + DrawnOperator.unplayed)

    for diagram in try diagrams() {
      #expect(played.contains(diagram.name), "\(diagram.file) shows \(diagram.name)")
    }
  }

  @Test func `every block marked as a diagram can be read`() throws {
    for block in try DocumentedBlock.all() where block.language == "marble" {
      #expect(MarbleDiagram(block) != nil, "\(block.file): \(block.lines)")
    }
  }

  private func diagrams() throws -> [MarbleDiagram] {
    try DocumentedBlock.all().filter { $0.language == "marble" }.compactMap(MarbleDiagram.init)
  }
}
