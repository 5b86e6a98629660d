import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LibraryStore {
  /// Writes down what is about to be asked of GitHub, and holds it until its end is known.
  ///
  /// An older intent of the account for the same repository is superseded. While this process lives
  /// and has not said how it ended, ``openIntents(of:)`` leaves it out everywhere.
  /// With `prune` it is a part of that clean-up, whoever writes down its end.
  package func begin(
    _ wanted: StarWish,
    of name: RepositoryName,
    by account: AccountID,
    prune: PruneID? = nil
  ) throws(StoreError) -> StarIntent {
    let now = seconds
    var begun: Int64?
    do throws(StoreError) {
      return try file.write { database in
        let account = try AccountTable(database).present(account)
        let id = try IntentTable(database).insert(wanted, name, account, prune, at: now)
        begun = id
        try locks.hold(id)
        let beganAt = Date(wholeSeconds: now)
        return StarIntent(id: id, name: name, wish: wanted, account: account, beganAt: beganAt)
      }
    } catch {
      if let begun { locks.release(begun) }
      throw error
    }
  }

  /// GitHub said yes: at once the intent goes, the star is there or not, and the journal says so.
  package func acknowledge(
    _ intent: StarIntent,
    facts: Repository?,
    prune: PruneID? = nil
  ) throws(StoreError) {
    try end(intent, isStarred: intent.wish == .star, facts, prune)
  }

  /// What GitHub says now of one that was doubted.
  package func settle(
    _ intent: StarIntent,
    isStarred: Bool,
    facts: Repository?
  ) throws(StoreError) {
    try end(intent, isStarred: isStarred, facts, nil)
  }

  /// It was certainly not done: GitHub refused.
  package func drop(_ intent: StarIntent) throws(StoreError) {
    try file.write { try IntentTable($0).remove(intent.id) }
    locks.release(intent.id)
  }

  /// It was sent and no answer came: nobody knows.
  package func doubt(_ intent: StarIntent) throws(StoreError) {
    try file.write { try IntentTable($0).doubt(intent.id) }
    locks.release(intent.id)
  }

  /// Those that nobody has ended and no living process holds, the oldest first.
  package func openIntents(of account: AccountID) throws(StoreError) -> [OpenIntent] {
    try file.read { try IntentTable($0).all(of: account) }
      .filter { !locks.isHeld($0.intent.id) }
  }

  private func end(
    _ intent: StarIntent,
    isStarred: Bool,
    _ facts: Repository?,
    _ prune: PruneID?
  ) throws(StoreError) {
    let now = seconds
    try file.write { database in
      let change = try StarChange(database, intent, prune: prune, at: now)
      try change.apply(isStarred: isStarred, facts)
      try IntentTable(database).remove(intent.id)
    }
    locks.release(intent.id)
  }
}
