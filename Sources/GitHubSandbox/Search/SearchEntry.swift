/// A repository with what search looks at, folded to lower case once.
struct SearchEntry: Sendable {
  let repository: SandboxRepository
  let name: FoldedText
  let description: FoldedText
  let ownerKey: String

  init(_ repository: SandboxRepository) {
    self.repository = repository
    name = FoldedText(repository.name)
    description = FoldedText(repository.description ?? "")
    ownerKey = repository.owner.login.lowercased()
  }
}
