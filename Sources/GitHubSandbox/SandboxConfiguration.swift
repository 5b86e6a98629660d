/// How a sandbox starts: its data, its users and its limits.
package struct SandboxConfiguration: Sendable {
  /// The loopback port; 0 takes a free one.
  package var port: UInt16 = 0
  package var tokens: [SandboxToken] = [.demonstration]
  /// How long every answer waits.
  package var latency: Duration = .zero
  /// How many repositories are generated behind those of the catalogue file, at most 1,000,000.
  package var generatedRepositories = 0
  /// Repositories of one's own, before all others; a test's hostile ones, for instance.
  package var repositories: [SandboxRepository] = []
  /// Whether the few hundred repositories of the catalogue file are there.
  package var includesCatalogue = true
  package var rateLimits = SandboxRateLimits()
  package var clock: any SandboxClock = SystemSandboxClock()
  /// `owner/name`s that are starred from the start, by login, the oldest star first.
  package var stars: [String: [String]] = [:]

  package init() {}
}
