import GitHubModel
import RepositoryStore
import TokenStore

/// One's own stars as commands read them: from the local copy, which the first of them makes.
struct OwnStars {
  let services: Services
  let context: Context
  let attempted: String

  init(for attempted: String, in context: Context) throws(CommandFailure) {
    services = try Services(context)
    self.context = context
    self.attempted = attempted
  }

  /// The account whose stars are in the copy; where there is none, they are fetched first.
  func account() async throws(CommandFailure) -> AccountID {
    if let account = try syncedAccount() { return account }
    guard services.hasToken else { throw nothingKept() }
    _ = try await StarSync(services, in: context).run()
    guard let account = try syncedAccount() else { throw nothingKept() }
    return account
  }

  /// Newest first, each marked as starred; what is only known by its name is left out and told of.
  func all() async throws(CommandFailure) -> [Star] {
    let account = try await account()
    func stars() throws(CommandFailure) -> [Star] {
      try perform { (store) throws(StoreError) in try store.stars(of: account) }
    }
    let kept = try stars()
    guard kept.contains(where: { $0.repository == nil }) else { return kept }
    await learnFacts()
    return known(try stars())
  }

  /// A star that was given here may be known by its name alone; GitHub knows the rest, where it can be
  /// asked.
  private func learnFacts() async {
    guard services.hasToken else { return }
    _ = try? await StarSync(services, in: context).run()
  }

  /// Those that have all the words, best first.
  func matching(_ text: String) async throws(CommandFailure) -> [Star] {
    let account = try await account()
    return known(
      try perform { (store) throws(StoreError) in
        try store.starMatches(text, of: account, limit: .max)
      }
    )
  }

  func perform<Value>(
    _ body: (LibraryStore) throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    try services.library.perform(attempted, body)
  }

  private func syncedAccount() throws(CommandFailure) -> AccountID? {
    let stars = LocalStars(services)
    return try perform { (store) throws(StoreError) in
      guard let account = try stars.account(in: store) else { return nil }
      return try store.syncState(of: account).finishedAt == nil ? nil : account
    }
  }

  private func known(_ stars: [Star]) -> [Star] {
    let known = stars.filter { $0.repository != nil }
    if known.count < stars.count {
      let count = Counted.text(stars.count - known.count, "star")
      context.note(
        "ghsearch: \(count) given here is known by name alone; see `ghsearch stars sync`"
      )
    }
    return known
  }

  private func nothingKept() -> CommandFailure {
    CommandFailure(
      .authentication,
      attempted,
      "no stars are kept here yet, and there is no token to fetch them with",
      advice: "set GHSEARCH_TOKEN or GH_TOKEN, and run `ghsearch stars sync`"
    )
  }
}
