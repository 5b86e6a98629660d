package import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// The local data for one API: the library, which must last, and the cache, which need not.
///
/// This is the only access to both files. Their calls block, so they all run here, on the thread of
/// a ``StoreExecutor``; the stores themselves are not `Sendable` and stay here. A file is opened
/// when first needed. If one cannot be used, one warning says so, and commands continue without it
/// if they can.
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

  /// `login` selects the library with another user's stars.
  package init(_ base: APIBase, in world: World, starsOf login: String? = nil) {
    places = LibraryPlaces(base, environment: world.environment, starsOf: login)
    self.world = world
  }
}

// MARK: - Using the library

extension Library {
  /// Runs `body` on the library after updating its facts; throws its failure as the operation's.
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

  /// Fails if the library cannot be used; called before a request whose response must be stored.
  package func require() throws(OperationFailure) { try perform { _ in } }

  /// Runs `body` on the library; returns nil if there is none, or, with a warning, if it cannot be
  /// used.
  @discardableResult
  package nonisolated func ifPresent<Value: Sendable>(
    _ body: @Sendable (LibraryStore) throws -> Value?
  ) async -> Value? {
    // Checked here, so that a search without a library needs no thread for it.
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
  /// The matching repositories in the cache; see ``CacheStore/matches(_:limit:)``.
  ///
  /// Empty if the task was canceled, so that only the last text of a burst of keys is looked up.
  package func cachedMatches(_ text: String, limit: Int) -> [Repository] {
    if Task.isCancelled { return [] }
    takeSeen()
    return attempt { try $0.useCache { try $0.matches(text, limit: limit) } } ?? []
  }

  /// The repository with this name in the library or the cache; nil if neither has it.
  package func knownRepository(_ name: RepositoryName) async -> Repository? {
    takeSeen()
    return await ifPresent { try $0.repository(named: name) } ?? cachedRepository(name)
  }

  /// The repository with this name in the cache.
  ///
  /// Creates no file and reports no failure, since GitHub can be asked instead.
  package func cachedRepository(_ name: RepositoryName) -> Repository? {
    takeSeen()
    guard Self.exists(places.cache) else { return nil }
    return (try? useCache { try $0.repository(named: name) }) ?? nil
  }

  /// The number of repositories with each of the words in the library and the cache.
  package func counts(of words: [String]) async -> [String: Int] {
    takeSeen()
    let known = await ifPresent { try $0.counts(of: words) } ?? [:]
    guard Self.exists(places.cache) else { return known }
    let cached = (try? useCache { try $0.counts(of: words) }) ?? [:]
    return known.merging(cached, uniquingKeysWith: +)
  }

  /// The name of a known repository that a text may be a misspelling of.
  package func nearestName(to text: String) async -> String? {
    takeSeen()
    if let known = await ifPresent({ try $0.nearestName(to: text) }) { return known }
    guard Self.exists(places.cache) else { return nil }
    return (try? useCache { try $0.nearestName(to: text) }) ?? nil
  }

  /// The user's searches, newest first, without duplicates; empty if they cannot be read.
  package func history() -> [String] {
    guard Self.exists(places.cache) else { return [] }
    return (try? useCache { try $0.history() }) ?? []
  }

  /// Adds a text to the history if ``HistoryRule`` accepts it.
  ///
  /// The history is a convenience, so no failure is reported.
  package func remember(_ text: String) {
    guard HistoryRule.mayStore(text) else { return }
    _ = try? useCache { try $0.remember(text, keeping: HistoryRule.maxTexts) }
  }

  /// Runs `body` on the cache; nil if there is none, or if it is damaged, in which case the next
  /// call creates a new one.
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

  package func keys(endingWith end: String, since date: Date) -> [String] {
    guard Self.exists(places.cache) else { return [] }
    return (try? useCache { try $0.keys(endingWith: end, since: date) }) ?? []
  }

  package func store(_ response: StoredResponse, for key: String) {
    attempt { try $0.useCache { try $0.cache(response, as: key) } }
  }
}

// MARK: - Seen repositories

extension Library {
  /// Stores the response to a search; its rows are recorded when first looked for.
  ///
  /// Appends to a file immediately, without switching to the stores' thread.
  package nonisolated func keep(_ search: APIResponse<RepositoryPage>) {
    if places.isOwn { places.seen.map(SeenResponses.init)?.add(search.body) }
  }

  /// Records the rows of searches since the last call.
  private func takeSeen() {
    guard places.isOwn, let seen = places.seen.map(SeenResponses.init) else { return }
    for body in seen.take() {
      if let page = RepositoryPage(body: body) { record(page.repositories) }
    }
  }

  /// Records repositories that a command has shown: in the cache, and as newer facts of favorites
  /// and stars in the library.
  ///
  /// Reports only damage, since the file has then been set aside. Any other failure is also met by
  /// the command that reads next, and the next response provides the facts again.
  package func record(_ repositories: [Repository]) {
    // Another user's stars come only from GitHub.
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
  /// The state of a file; `subject` is `library` or `seen`.
  package typealias Inspection = (
    subject: String, path: String, condition: Result<StoreCondition, StoreError>
  )

  /// Checks the existing files without changing anything.
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

/// The paths of an API's files; nil if the environment names no directory.
///
/// Each API has separate files, since its repositories have different IDs. All APIs on loopback
/// share one set, since their ports vary.
package struct LibraryPlaces: Sendable {
  private let directories: UserDirectories
  private let suffix: String
  private let login: String?

  package init(_ base: APIBase, environment: [String: String], starsOf login: String? = nil) {
    directories = UserDirectories(environment)
    suffix = Self.suffix(base)
    self.login = login
  }

  /// The file for lasting data: favorites, stars and the journal.
  ///
  /// For another user it contains only stars, which can be fetched again.
  package var library: String? {
    if let login { return otherUsersDirectory.map { "\($0)/\(login.lowercased()).db" } }
    return directories.data.map { "\($0)/ghsearch/library\(suffix).db" }
  }

  package var otherUsersDirectory: String? {
    directories.cache.map { "\($0)/ghsearch/stars\(suffix)" }
  }

  /// The file for expendable data: repositories shown earlier, responses, avatars and the history.
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
