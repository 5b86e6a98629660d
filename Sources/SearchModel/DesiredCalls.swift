package import Essentials
package import GitHubModel

/// The calls and pauses that should be under way: ``SearchReducer`` names them, and ``SearchViewModel`` runs them.
///
/// A call that changes replaces the one under way, nil ends it, and one that stays the same changes nothing. The
/// writes that wait are desired as well, and stay where screens read them.
package struct DesiredCalls: Sendable, Equatable {
  package internal(set) var search: DesiredSearch?
  /// The text whose matches are looked up in the store.
  package internal(set) var localMatches: String?
  /// The text that has found nothing, and that hints are looked up for.
  package internal(set) var hints: String?
  package internal(set) var rows: Asked<RowsRequest>?
  package internal(set) var detail: Asked<DesiredDetail>?
  /// The repository that is looked up, to be visited.
  package internal(set) var visit: Asked<RepositoryName>?
  /// The repositories whose stars are read.
  package internal(set) var stars: Asked<[Repository]>?
  package internal(set) var budget: DesiredBudget?

  /// Each of these is read again when its number changes.
  package internal(set) var notes: Int? = 1
  package internal(set) var counts: Int? = 1
  package internal(set) var lists: Int?
  /// The update of the copy; nil while there is none.
  package internal(set) var sync: Int?

  /// The answer that the user waits for.
  package internal(set) var awaitedAnswer: Int?
  /// When the countdown to the next search drops by a second.
  package internal(set) var nextSecond: Asked<Date>?
  /// The text whose last word is still being typed, so that an empty result is not shown yet.
  package internal(set) var wordInProgress: String?
  /// The query whose results are shown, until it is stored in the history.
  package internal(set) var shownQuery: SearchQuery?
  /// The texts that the history does not have yet.
  package internal(set) var unsavedQueries: [String] = []

  /// The last number of a call.
  private var count = 1

  /// A number that no call has had.
  mutating func next() -> Int {
    count += 1
    return count
  }

  /// Asks for a value, even if it was asked for before.
  mutating func ask<Value>(_ desired: WritableKeyPath<Self, Asked<Value>?>, for value: Value) {
    self[keyPath: desired] = Asked(value: value, number: next())
  }
}

/// A call that can be made again for the same value.
package struct Asked<Value: Sendable & Equatable>: Sendable, Equatable {
  package var value: Value
  var number: Int
}

/// A search, and how long to wait for something newer before it begins.
package struct DesiredSearch: Sendable, Equatable {
  package var request: SearchRequest
  /// Distinguishes a repeated request from the first.
  var attempt: Int
  package var pause: Duration
  /// Whether only the rate limit makes it wait.
  var isHeldBack = false

  /// Whether both are the same search, however long they wait.
  static func isSameSearch(_ first: Self?, _ second: Self?) -> Bool {
    first?.request == second?.request && first?.attempt == second?.attempt
  }
}

/// The parts that are fetched about a repository.
package enum DesiredDetail: Sendable, Equatable {
  case everything(Repository)
  /// Everything but the facts, which are known.
  case rest(Repository)
  /// The stars gained, which the rest of the detail lacks.
  case growth(Repository)
}

/// When a rate limit is read: at once, or at a date.
package struct DesiredBudget: Sendable, Equatable {
  var access: SearchAccess
  var date: Date?
}
