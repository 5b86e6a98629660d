import GitHubModel
import Locking
import RepositoryStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is kept on this machine of one GitHub, opened when it is first needed.
///
/// Where something cannot be opened, that is said once, and what can do without goes on without.
final class Library: Sendable {
  let places: LibraryPlaces
  /// Claimed by whoever takes in what was waiting when this process began to look.
  let intake = OnceFlag()
  private let context: Context
  private let opened = Guarded(Opened())

  private struct Opened {
    var kept: Result<LibraryStore, StoreError>?
    var seen: Result<SeenStore, StoreError>?
    var hasWarned = false
    /// The warning of a time when nobody could be told.
    var heldWarning: String?
    var holdsWarnings = false
  }

  init(_ base: APIBase, in context: Context) {
    places = LibraryPlaces(base, environment: context.environment)
    self.context = context
  }

  /// What must last; nil where there is no place for it, or none that can be used.
  func kept() -> LibraryStore? {
    guard let result = openKept() else { return nil }
    return value(of: result)
  }

  /// The same where something was kept already; looking for it makes no file.
  func existing() -> LibraryStore? {
    guard let path = places.library, access(path, F_OK) == 0 else { return nil }
    return kept()
  }

  /// Asks what must last, with what was seen of it since, for commands that are about nothing else.
  ///
  /// `attempted` is what for, in words that fit "could not …".
  func perform<Value>(
    _ attempted: String,
    _ body: (LibraryStore) throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    guard let result = openKept() else {
      throw CommandFailure(
        .localFile,
        attempted,
        "there is no folder to keep it in",
        advice: "set HOME or XDG_DATA_HOME"
      )
    }
    do throws(StoreError) {
      let store = try result.get()
      takeInOnce()
      return try body(store)
    } catch {
      throw CommandFailure(error, attempted: attempted)
    }
  }

  /// Fails unless what must last can be used: before anything is asked for that could not be kept.
  func require(for attempted: String) throws(CommandFailure) {
    try perform(attempted) { _ in }
  }

  /// What may be lost, without the rows that are still on their way there: enough for kept answers.
  func cache() -> SeenStore? { openSeen().flatMap { value(of: $0) } }

  /// The same where it is there already, for those who can ask GitHub instead: no file is made, and
  /// nobody is told why there is none.
  func existingCache() -> SeenStore? {
    guard let path = places.seen, access(path, F_OK) == 0 else { return nil }
    return try? openSeen()?.get()
  }
}

// MARK: Opening

extension Library {
  private func openKept() -> Result<LibraryStore, StoreError>? {
    open(places.library, \.kept) { path, now throws(StoreError) in
      try LibraryStore(path: path, now: now)
    }
  }

  func openSeen() -> Result<SeenStore, StoreError>? {
    open(places.seen, \.seen) { path, now throws(StoreError) in
      try SeenStore(path: path, now: now)
    }
  }

  /// What came of the first try; nil where there is no place for it.
  private func open<Store: Sendable>(
    _ path: String?,
    _ slot: WritableKeyPath<Opened, Result<Store, StoreError>?>,
    _ make: (String, @escaping @Sendable () -> Date) throws(StoreError) -> Store
  ) -> Result<Store, StoreError>? {
    guard let path else { return nil }
    return opened.withLock { opened in
      if let result = opened[keyPath: slot] { return result }
      let result = Result { () throws(StoreError) in try make(path, context.now) }
      opened[keyPath: slot] = result
      return result
    }
  }

  private func value<Value>(of result: Result<Value, StoreError>) -> Value? {
    attempt { () throws(StoreError) in try result.get() }
  }
}

// MARK: Doing without

extension Library {
  /// What the store answers, or nil and a warning, the only one, where it cannot.
  @discardableResult
  func attempt<Value>(_ body: () throws(StoreError) -> Value) -> Value? {
    do throws(StoreError) {
      return try body()
    } catch {
      warn(error)
      return nil
    }
  }

  /// Says that one thing is gone on without, unless something was said before.
  func warn(_ error: StoreError) {
    let line = CommandFailure(error, attempted: "going on without the library").line
    let isTold = opened.withLock { opened in
      defer { opened.hasWarned = true }
      if opened.hasWarned { return false }
      if opened.holdsWarnings { opened.heldWarning = line }
      return !opened.holdsWarnings
    }
    if isTold { context.note(line) }
  }

  /// Says nothing until ``releaseWarnings()``: something else has the terminal.
  func holdWarnings() {
    opened.withLock { $0.holdsWarnings = true }
  }

  /// Says what could not be said meanwhile.
  func releaseWarnings() {
    let held = opened.withLock { opened in
      opened.holdsWarnings = false
      defer { opened.heldWarning = nil }
      return opened.heldWarning
    }
    if let held { context.note(held) }
  }
}
