import Testing

/// The fault bench: runs the real program as a child process against everything that can go wrong.
///
/// ``Bench`` documents how to select cases.
@Suite struct FaultTests {
  @Test(arguments: Bench.cases(of: .arguments))
  func arguments(_ row: FaultCase) async throws { try await hold(row, .arguments) }

  @Test(arguments: Bench.cases(of: .token))
  func token(_ row: FaultCase) async throws { try await hold(row, .token) }

  @Test(arguments: Bench.cases(of: .network))
  func network(_ row: FaultCase) async throws { try await hold(row, .network) }

  @Test(arguments: Bench.cases(of: .redirects))
  func redirects(_ row: FaultCase) async throws { try await hold(row, .redirects) }

  @Test(arguments: Bench.cases(of: .status))
  func status(_ row: FaultCase) async throws { try await hold(row, .status) }

  @Test(arguments: Bench.cases(of: .body))
  func body(_ row: FaultCase) async throws { try await hold(row, .body) }

  @Test(arguments: Bench.cases(of: .json))
  func json(_ row: FaultCase) async throws { try await hold(row, .json) }

  @Test(arguments: Bench.cases(of: .output))
  func output(_ row: FaultCase) async throws { try await hold(row, .output) }

  @Test(arguments: Bench.cases(of: .signals))
  func signals(_ row: FaultCase) async throws { try await hold(row, .signals) }

  @Test(arguments: Bench.cases(of: .files))
  func files(_ row: FaultCase) async throws { try await hold(row, .files) }

  @Test(arguments: Bench.cases(of: .sweep))
  func `never sends the token after a redirect`(_ row: FaultCase) async throws {
    try await hold(row, .sweep)
  }

  private func hold(_ row: FaultCase, _ group: FaultGroup) async throws {
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
