import GitHubAPI
import GitHubModel
import RepositoryStore
import SearchModel
import Terminal

/// An update of the copy, for `stars sync` and the screen: which repositories are starred, their facts, the star lists
/// and, if they are wanted, the READMEs.
///
/// When the facts, the lists or the READMEs cannot be read, the other parts are updated all the same.
struct CopySync {
  private let session: Session
  /// Whether all pages of stars are fetched, though nothing seems to have changed.
  var isFull = false
  /// Whether READMEs are wanted from now on; nil for the same as last time.
  var wantsReadmes: Bool?
  var report: @Sendable (CopyProgress) -> Void = { _ in }

  init(_ session: Session) { self.session = session }

  struct Part {
    enum Name {
      case stars, facts, lists, readmes
    }

    let name: Name
    /// The changes of this part, as sentences.
    var sentences: [String] = []
    var failure: CommandFailure?
    /// Whether that is so only of some repositories.
    var isAboutSome = false
    /// Whether nothing is wrong but that the rest has to wait for the rate limit.
    var onlyWaits = false

    /// Throws afterwards if the user interrupted it.
    fileprivate func hand(to take: (Self) throws(CommandFailure) -> Void) throws(CommandFailure) {
      guard let failure, failure.kind == .cancelled else { return try take(self) }
      try take(Self(name: name, sentences: sentences))
      throw failure
    }
  }

  /// Hands over each part when it is done, and returns the owners that do not show their repositories.
  ///
  /// - Throws: ``CommandFailure`` if the stars cannot be read, or if the user interrupts it.
  func run(
    _ take: (Part) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> OwnerRefusals {
    try await session.library.require()
    let account = try await session.account()
    let reserve = RequestReserve(of: .graphql, session)
    var facts = StarFactsSync(session, of: account, keeping: reserve)
    facts.report = { [report] in report(CopyProgress(.facts, done: $0, total: $1)) }
    let outcome = try await readStars(account, facts, take)
    try take(try await readLists(account))
    let refusals = try await readReadmes(account, outcome.refusals, take)
    try await facts.finish(outcome)
    return refusals
  }

  /// Reads which repositories are starred, and then the facts of all of them.
  private func readStars(
    _ account: AccountID,
    _ facts: StarFactsSync,
    _ take: (Part) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> StarFactsSync.Outcome {
    var sync = StarSync(session)
    sync.isFull = isFull
    sync.report = { [report] in report(CopyProgress(done: $0, total: $1)) }
    let last = try await session.library.perform { try $0.lastStarEvent() }
    var (stars, unreadable, isOfAllPages) = try await sync.run()
    let outcome = try await facts.run()
    if !outcome.isAvailable, !isOfAllPages {
      // Only the pages have the facts then.
      sync.checksAllPages = true
      (stars, unreadable, _) = try await sync.run()
    }
    let changes = try await session.library.perform {
      try $0.eventCounts(of: account, after: last)
    }
    stars.removed += outcome.removed
    stars.total -= outcome.removed
    var part = Part(name: .stars, sentences: [stars.sentence])
    if unreadable > 0 {
      let why = "\(Counted.text(unreadable, "star")) could not be read"
      let advice = "the next `ghsearch stars sync` tries again"
      part.failure = CommandFailure(.partial, why, advice: advice)
      part.isAboutSome = true
    }
    try take(part)
    part = Part(name: .facts, failure: outcome.failure, isAboutSome: !outcome.isStopped)
    if !changes.isEmpty { part.sentences = [StarEvent.sentence(changes)] }
    try part.hand(to: take)
    return outcome
  }

  private func readLists(_ account: AccountID) async throws(CommandFailure) -> Part {
    do throws(CommandFailure) {
      let lists = try await StarListCopy(session).update(of: account).lists
      let count = lists.reduce(0) { $0 + $1.members.count }
      let repositories = Counted.text(count, "repository")
      let sentence = "\(Counted.text(lists.count, "list")): \(repositories)"
      return Part(name: .lists, sentences: lists.isEmpty ? [] : [sentence])
    } catch {
      guard error.kind == .cancelled else { return Part(name: .lists, failure: error) }
      throw error.with(advice: [error.advice, "the next `ghsearch stars sync` reads them"])
    }
  }

  /// Fetches READMEs if this or an earlier sync asked for them.
  private func readReadmes(
    _ account: AccountID,
    _ refusals: OwnerRefusals,
    _ take: (Part) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> OwnerRefusals {
    var sync = ReadmeSync(session, of: account, refusals: refusals)
    sync.report = { [report] in report(CopyProgress(.readmes, done: $0, total: $1)) }
    if wantsReadmes == false {
      let count = try await sync.removeAll()
      try take(Part(name: .readmes, sentences: ["\(Counted.text(count, "README")) removed"]))
      return refusals
    }
    guard try await sync.isWanted(asked: wantsReadmes == true) else { return refusals }
    let outcome = try await sync.run()
    var part = Part(name: .readmes, sentences: [outcome.sentence], failure: outcome.failure)
    part.onlyWaits = outcome.onlyWaits
    try part.hand(to: take)
    return outcome.refusals
  }
}

extension SyncOutcome {
  /// As in `1,234 stars: 12 added, 3 removed`.
  fileprivate var sentence: String {
    let changes = added + removed == 0 ? "nothing changed" : "\(added) added, \(removed) removed"
    return "\(Counted.text(total, "star")): \(changes)"
  }
}

extension StarEvent {
  /// As in `12 new releases · 3 archived · 1 renamed · 2 gone`.
  fileprivate static func sentence(_ counts: [Kind: Int]) -> String {
    Kind.allCases.compactMap { kind in
      counts[kind].map { count in
        switch kind {
        case .release: Counted.text(count, "new release")
        case .license: Counted.text(count, "new license")
        case .archived, .unarchived, .renamed, .gone, .returned:
          "\(CompactNumber.grouped(count)) \(kind.rawValue)"
        }
      }
    }.joined(separator: " · ")
  }
}
