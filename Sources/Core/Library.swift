import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// The local data for one API: the library, which must last, and the cache.
///
/// The only way to both files. Their calls block, so all of them run here, on the thread of a
/// ``StoreExecutor``; the stores themselves are not `Sendable` and never leave. A file is opened when it
/// is first needed. If one cannot be used, one warning says so, and commands continue without it if they
/// can.
package actor Library {
  package nonisolated let places: LibraryPlaces
  private let world: World
  private let executor = StoreExecutor()
  private var library: Result<LibraryStore, StoreError>?
  private var cache: CacheStore?
  private let hasWarned = Guarded(false)

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// `login` makes it the library with the stars of another user.
  package init(_ base: APIBase, in world: World, starsOf login: String? = nil) {
    places = LibraryPlaces(base, environment: world.environment, starsOf: login)
    self.world = world
  }
}

// MARK: - Using the library

extension Library {
  /// Runs `body` on the library, whose facts are brought up to date first; a failure is the operation's.
  package func perform<Value: Sendable>(
    _ body: @Sendable (LibraryStore) throws -> Value
  ) throws(OperationFailure) -> Value {
    guard let result = openLibrary() else {
      throw OperationFailure(.noDataDirectory)
    }
    do {
      let store = try result.get()
      takeSeen()
      return try body(store)
    } catch {
      throw OperationFailure(error, in: world)
    }
  }

  /// Fails if the library cannot be used, before a request whose response could not be stored.
  package func require() throws(OperationFailure) { try perform { _ in } }

  /// Runs `body` on the library; returns nil if there is no library yet or, with a warning, if it cannot
  /// be used.
  @discardableResult
  package nonisolated func ifPresent<Value: Sendable>(
    _ body: @Sendable (LibraryStore) throws -> Value?
  ) async -> Value? {
    // Looked up here, so that a search without a library needs no thread for it.
    guard Self.exists(places.library) else { return nil }
    return await attempt { try $0.openLibrary().map { try body($0.get()) } ?? nil }
  }

  private func openLibrary() -> Result<LibraryStore, StoreError>? {
    if let library { return library }
    guard let path = places.library else { return nil }
    let result = Result { () throws(StoreError) in try LibraryStore(path: path, now: world.now) }
    library = result
    return result
  }
}

// MARK: - Using the cache

extension Library {
  /// Repositories of the cache that match; see ``CacheStore/matches(_:limit:)``.
  ///
  /// None if the task was canceled: of a burst of keys, only the last text is looked up.
  package func cachedMatches(_ text: String, limit: Int) -> [Repository] {
    if Task.isCancelled { return [] }
    takeSeen()
    return attempt { try $0.useCache { try $0.matches(text, limit: limit) } } ?? []
  }

  /// The repository of that name, from the library or the cache; nil if neither has it.
  package func knownRepository(_ name: RepositoryName) async -> Repository? {
    takeSeen()
    return await ifPresent { try $0.repository(named: name) } ?? cachedRepository(name)
  }

  /// The repository of that name in the cache.
  ///
  /// GitHub can be asked instead, so no file is created, and no failure is reported.
  package func cachedRepository(_ name: RepositoryName) -> Repository? {
    takeSeen()
    guard Self.exists(places.cache) else { return nil }
    return (try? useCache { try $0.repository(named: name) }) ?? nil
  }

  /// How many repositories of the library and the cache have each of the words.
  package func counts(of words: [String]) async -> [String: Int] {
    takeSeen()
    let known = await ifPresent { try $0.counts(of: words) } ?? [:]
    guard Self.exists(places.cache) else { return known }
    let cached = (try? useCache { try $0.counts(of: words) }) ?? [:]
    return known.merging(cached, uniquingKeysWith: +)
  }

  /// The name of a repository of the library or the cache that a text may be a misspelling of.
  package func nearestName(to text: String) async -> String? {
    takeSeen()
    if let known = await ifPresent({ try $0.nearestName(to: text) }) { return known }
    guard Self.exists(places.cache) else { return nil }
    return (try? useCache { try $0.nearestName(to: text) }) ?? nil
  }

  /// The texts that the user searched for, newest first, each once; none if they cannot be read.
  package func history() -> [String] {
    guard Self.exists(places.cache) else { return [] }
    return (try? useCache { try $0.history() }) ?? []
  }

  /// Puts a text that ``HistoryRule`` accepts first in the history.
  ///
  /// The history is a convenience, so no failure is reported.
  package func remember(_ text: String) {
    guard HistoryRule.mayStore(text) else { return }
    _ = try? useCache { try $0.remember(text, keeping: HistoryRule.maxTexts) }
  }

  /// Runs `body` on the cache; nil if there is none, or if it is damaged: the next call makes a new one.
  private func useCache<Value>(_ body: (CacheStore) throws -> Value?) throws -> Value? {
    guard let path = places.cache else { return nil }
    do {
      let store = try cache ?? CacheStore(path: path, now: world.now)
      cache = store
      return try body(store)
    } catch {
      // Another program may have moved the file.
      cache = nil
      if case StoreError.corrupt = error { return nil }
      throw error
    }
  }
}

extension Library: ResponseStorage {
  package func response(for key: String) -> StoredResponse? {
    attempt { try $0.useCache { try $0.response(key) } }
  }

  package func store(_ response: StoredResponse, for key: String) {
    attempt { try $0.useCache { try $0.cache(response, as: key) } }
  }
}

// MARK: - Seen repositories

extension Library {
  /// Keeps the response to a search, whose rows are recorded when they are first looked for.
  ///
  /// Appends to a file at once, without a hop to the thread of the stores.
  package nonisolated func keep(_ search: APIResponse<RepositoryPage>) {
    if places.isOwn { places.seen.map(SeenResponses.init)?.add(search.body) }
  }

  /// Records the rows of the searches since the last call.
  private func takeSeen() {
    guard places.isOwn, let seen = places.seen.map(SeenResponses.init) else { return }
    for body in seen.take() {
      if let page = RepositoryPage(body: body) { record(page.repositories) }
    }
  }

  /// Records repositories that a command has shown in the cache, and newer facts of favorites and stars in the library.
  ///
  /// Reports only damage, since the file has been set aside then. The command that is about to read will meet any
  /// other failure too, and the next response brings the facts again.
  package func record(_ repositories: [Repository]) {
    // Another user's stars come from GitHub alone.
    guard places.isOwn, !repositories.isEmpty else { return }
    _ = try? useCache { try $0.record(repositories) }
    guard Self.exists(places.library) else { return }
    do throws(StoreError) {
      try openLibrary()?.get().refresh(repositories)
    } catch {
      if case .corrupt = error { warn(OperationFailure(error)) }
    }
  }
}

// MARK: - Inspecting

extension Library {
  /// The condition of a file; `subject` is `library` or `seen`, as it is called.
  package typealias Inspection = (
    subject: String, path: String, condition: Result<StoreCondition, StoreError>
  )

  /// Checks the files that exist, and changes nothing.
  package func inspect() -> [Inspection] {
    [("library", places.library), ("seen", places.cache)].compactMap { subject, path in
      guard let path, FileStatus(of: path).exists else { return nil }
      let condition = Result { () throws(StoreError) in try StoreCondition.ofFile(at: path) }
      return (subject, path, condition)
    }
  }
}

// MARK: - Warnings

extension Library {
  private static func exists(_ path: String?) -> Bool {
    path.map { FileStatus(of: $0).exists } ?? false
  }

  @discardableResult
  private func attempt<Value: Sendable>(
    _ body: @Sendable (isolated Library) throws -> Value?
  ) -> Value? {
    do { return try body(self) } catch {
      warn(OperationFailure(error, in: world))
      return nil
    }
  }

  private func warn(_ failure: OperationFailure) {
    if hasWarned.claim() { world.notify(.continuingWithoutLibrary(failure)) }
  }
}

/// The paths of the files for one API; nil if the environment names no directory.
///
/// Each API has its own files, since its repositories have their own numbers. All APIs on loopback share
/// one set, since their ports vary.
package struct LibraryPlaces: Sendable {
  private let directories: UserDirectories
  private let suffix: String
  private let login: String?

  package init(_ base: APIBase, environment: [String: String], starsOf login: String? = nil) {
    directories = UserDirectories(environment)
    suffix = Self.suffix(base)
    self.login = login
  }

  /// The file for data that must last: favorites, stars and the journal of prunes; or the one with another
  /// user's stars, which can be fetched again.
  package var library: String? {
    if let login { return otherUsersDirectory.map { "\($0)/\(login.lowercased()).db" } }
    return directories.data.map { "\($0)/ghsearch/library\(suffix).db" }
  }

  package var otherUsersDirectory: String? {
    directories.cache.map { "\($0)/ghsearch/stars\(suffix)" }
  }

  /// The file for data that may be lost: repositories that were shown, responses, pictures and the history.
  package var cache: String? { directories.cache.map { "\($0)/ghsearch/seen\(suffix).db" } }

  /// The file for responses to searches that are not in the cache yet.
  package var seen: String? { directories.cache.map { "\($0)/ghsearch/seen\(suffix).json" } }

  /// Whether the stars are the user's own.
  package var isOwn: Bool { login == nil }

  private static func suffix(_ base: APIBase) -> String {
    if base == .github { return "" }
    if base.origin.isLoopback { return "-loopback" }
    let host = base.webHost ?? base.origin.authority
    return "-" + host.map { $0.isLetter || $0.isNumber || "-.".contains($0) ? $0 : "_" }
  }
}
