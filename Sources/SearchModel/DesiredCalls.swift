package import Essentials
package import GitHubModel

/// The calls and pauses that should be running: ``SearchReducer`` names them, and
/// ``SearchViewModel`` runs them.
///
/// A changed call replaces the running one, nil ends it, and an unchanged one has no effect.
/// Waiting writes are desired too, and stay where screens read them.
package struct DesiredCalls: Sendable, Equatable {
  package internal(set) var search: DesiredSearch?
  /// The text whose matches are looked up in the store.
  package internal(set) var localMatches: String?
  /// The text that found nothing, for which hints are looked up.
  package internal(set) var hints: String?
  package internal(set) var rows: Asked<RowsRequest>?
  package internal(set) var detail: Asked<DesiredDetail>?
  /// The repository being looked up for a visit.
  package internal(set) var visit: Asked<RepositoryName>?
  /// The repositories whose star states are read.
  package internal(set) var stars: Asked<[Repository]>?
  package internal(set) var budget: DesiredBudget?

  /// Each of these is reread when its number changes.
  package internal(set) var notes: Int? = 1
  package internal(set) var counts: Int? = 1
  package internal(set) var lists: Int?
  /// The update of the copy; nil if none is running.
  package internal(set) var sync: Int?

  /// The response that the user is waiting for.
  package internal(set) var awaitedAnswer: Int?
  /// When the countdown to the next search drops by a second.
  package internal(set) var nextSecond: Asked<Date>?
  /// The text whose last word is still being typed, so that an empty result is not shown yet.
  package internal(set) var wordInProgress: String?
  /// The query whose results are shown, until it enters the history.
  package internal(set) var shownQuery: SearchQuery?
  /// The texts missing from the history.
  package internal(set) var unsavedQueries: [String] = []

  /// The last number of a call.
  private var count = 1

  /// A number not used by any call.
  mutating func next() -> Int {
    count += 1
    return count
  }

  /// Requests a value, even if it was requested before.
  mutating func ask<Value>(_ desired: WritableKeyPath<Self, Asked<Value>?>, for value: Value) {
    self[keyPath: desired] = Asked(value: value, number: next())
  }
}

/// A call that can be repeated for the same value.
package struct Asked<Value: Sendable & Equatable>: Sendable, Equatable {
  package var value: Value
  var number: Int
}

/// A search, and how long it waits for newer input before it starts.
package struct DesiredSearch: Sendable, Equatable {
  package var request: SearchRequest
  /// Distinguishes a repeated request from the first.
  var attempt: Int
  package var pause: Duration
  /// Whether it waits only for the rate limit.
  var isHeldBack = false

  /// Whether both are the same search, regardless of their waits.
  static func isSameSearch(_ first: Self?, _ second: Self?) -> Bool {
    first?.request == second?.request && first?.attempt == second?.attempt
  }
}

/// The parts of a repository's details to fetch.
package enum DesiredDetail: Sendable, Equatable {
  case everything(Repository)
  /// Everything except the facts, which are known.
  case rest(Repository)
  /// The stars gained, if the other details are known.
  case growth(Repository)
}

/// When to read a rate limit: immediately or at a date.
package struct DesiredBudget: Sendable, Equatable {
  var access: SearchAccess
  var date: Date?
}
