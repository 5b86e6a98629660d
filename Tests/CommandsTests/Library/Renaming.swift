import GitHubSandbox

/// A repository regardless of its current name: its identifier is the same in every sandbox.
enum Renaming {
  static func configuration(_ name: String, stars: Int) -> SandboxConfiguration {
    let parts = name.split(separator: "/").map(String.init)
    var repository = SandboxRepository(
      id: 990_000_001,
      owner: SandboxOwner(login: parts[0]),
      name: parts[1]
    )
    repository.stars = stars
    var configuration = SandboxConfiguration()
    configuration.repositories = [repository]
    return configuration
  }
}
