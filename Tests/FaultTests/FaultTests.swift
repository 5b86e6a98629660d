import Testing

/// The fault bench: runs the real program as a child process against everything that can go wrong.
///
/// ``Bench`` documents how to select cases.
@Suite struct FaultTests {
  @Test(
    arguments: FaultGroup.allCases.flatMap { group in Bench.cases(of: group).map { (group, $0) } }
  )
  func `the program passes each failure case`(_ group: FaultGroup, _ row: FaultCase) async throws {
    let complaints = try await Bench.run(row, in: group)

    #expect(complaints.isEmpty)
  }

  @Test func `gives each case of a group its own name`() {
    for group in FaultGroup.allCases {
      let names = group.cases.map(\.name)
      #expect(Set(names).count == names.count, "\(group)")
    }
  }
}
