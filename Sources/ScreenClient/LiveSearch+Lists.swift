package import Core
package import Essentials
package import GitHubAPI
package import GitHubModel
import Output
package import RepositoryStore
package import SearchModel
import Stars
import System

/// The screen's local lists, and the sync.
extension LiveSearch {
  package func counts() async -> RowCounts {
    await session.readCopyIfPresent { store, account in
      RowCounts(
        stars: try store.starCount(of: account),
        lists: try store.starListCount(of: account)
      )
    } ?? RowCounts()
  }

  package func rows(_ request: RowsRequest) async throws(SearchFailure) -> RepositoryPage {
    let query = LocalListQuery(request, now: session.world.now())
    let found = try await SearchFailure.of(session.world) {
      try await session.library.perform { store in
        try list(request.source, in: store).map { try store.page(of: $0, query) }
      }
    }
    guard var page = found else { throw absence }
    // Only members of a star list may lack facts.
    for index in page.repositories.indices where page.repositories[index].url.isEmpty {
      let name = page.repositories[index].name
      page.repositories[index].url = WebPage.repository(name, on: session.base) ?? ""
    }
    page.repositories = await session.withCopiedStates(page.repositories)
    return page
  }

  package func lists() async throws(SearchFailure) -> [StarListMembers] {
    let lists = try await SearchFailure.of(session.world) {
      try await session.readCopy { try $0.starLists(of: $1) }
    }
    guard let lists else { throw absence }
    return lists.map { StarListMembers($0.list, Set($0.members.map(\.id))) }
  }

  /// The user's notes; empty if they cannot be read.
  package func notes() async -> [Repository.ID: String] {
    await session.library.ifPresent { try $0.notes().mapValues(\.text) } ?? [:]
  }

  /// The README in the copy; nil if there is none, or it cannot be read.
  package func localReadme(_ id: Repository.ID) async -> LocalReadme? {
    let stored = await session.library.ifPresent { try $0.readme(of: id) }
    return stored.map { LocalReadme(text: $0.text, date: $0.date) }
  }

  /// Updates the copy like `stars sync`, and fails with the first part that is not up to date.
  package func sync(_ report: @escaping @Sendable (CopyProgress) -> Void)
    async throws(SearchFailure)
  {
    try await SearchFailure.of(session.world) {
      var sync = CopySync(syncing)
      sync.report = report
      var first: OperationFailure?
      _ = try await sync.run { part in
        // Parts that wait for the rate limit are left to the next sync.
        guard first == nil, case .failed(let failure) = part.state else { return }
        first = failure
        if part.name == .lists, [.forbidden, .badResponse].contains(failure.kind) {
          first = failure.with(why: "only your stars are synced; \(failure.why)")
        }
      }
      if let first { throw first }
    }
  }

  /// The reason why there is no copy.
  private var absence: SearchFailure {
    SearchFailure(session.hasToken ? .notSynced : .tokenMissing)
  }
}

extension SearchFailure {
  /// Runs a body, and throws its failures with the commands' messages.
  package static func of<Value>(
    _ world: World,
    _ body: () async throws -> Value
  ) async throws(SearchFailure) -> Value {
    do { return try await body() } catch {
      if let error = error as? SearchFailure { throw error }
      let failure = OperationFailure(error, in: world)
      let date = failure.retryDate
      throw SearchFailure(failure.kind, failure.why, advice: failure.advice, resetsAt: date)
    }
  }
}

// MARK: - Rows

extension LiveSearch {
  /// The rows of a list; nil if there is no copy of it.
  private func list(_ source: RowsSource, in store: LibraryStore) throws(StoreError) -> LocalList? {
    switch source {
    case .favorites: return .favorites(try session.account(in: store))
    case .stars:
      guard let account = try session.account(in: store) else { return nil }
      return try store.syncState(of: account).finishedAt == nil ? nil : .stars(account)
    case .list(let id): return try session.account(in: store).map { .list(id, $0) }
    // These are not lists of repositories in the store.
    case .search, .lists: return nil
    }
  }
}

extension LocalListQuery {
  package init(_ request: RowsRequest, now: Date) {
    self.init()
    text = QueryWords.withRangesForGitHub(request.text, at: now)
    (sort, order) = (request.sort, request.order)
    (offset, limit) = (request.offset, request.limit)
  }
}

// MARK: - Changes

/// The changes of star lists made on the screen, which can be undone individually.
package actor StarListWrites {
  private let session: Session
  /// The completed parts of each change, so that a retry makes only the rest.
  private var made: [Int: [StarListChange]] = [:]

  package init(_ session: Session) {
    self.session = session
  }

  package func make(_ change: StarListWrite) async throws(OperationFailure) {
    var editor = try await StarListEditor(session)
    let names = change.moves.map(\.repository.name)
    var (isChanged, created) = (false, Set<StarList.ID>())
    var failure: OperationFailure?
    do throws(OperationFailure) {
      switch change.edit {
      case .create(let name):
        let (list, isNew) = try await editor.list(named: name)
        (isChanged, created) = (isNew, [list.id])
      case let edit?: isChanged = try await editor.make(edit)
      case nil: break
      }
      for (move, lookup) in zip(change.moves, try await editor.repositories(names)) {
        let repository = try lookup.found(move.repository.name)
        let wanted = MembershipChange(
          member: repository.member,
          adding: move.adding.union(created),
          removing: move.removing
        )
        if try await editor.apply(wanted) { isChanged = true }
      }
    } catch {
      failure = error
    }
    if isChanged {
      let account = editor.account
      let part: StarListChange? = try await session.library.perform {
        try $0.lastChange(of: account)
      }
      if let part { made[change.number, default: []].append(part) }
    }
    if let failure { throw failure }
  }

  /// Undoes the change, except for parts that others have changed since.
  package func undo(_ number: Int) async throws(OperationFailure) {
    var editor = try await StarListEditor(session)
    guard let parts = made[number] else {
      throw OperationFailure(.usage, "the change was not made")
    }
    for step in parts.reversed().flatMap(\.steps) {
      if case .created(let list) = step.action, try await editor.hasMembers(list) {
        let why = "others have filled the list \(list.name)"
        throw OperationFailure(.usage, why)
      }
      _ = try await editor.undo(step)
    }
    made[number] = nil
  }
}

extension StarListEditor {
  /// The list with this name, and whether it was created.
  fileprivate mutating func list(
    named name: String
  ) async throws(OperationFailure) -> (StarList, isNew: Bool) {
    let lists = try await current().map(\.list)
    if let list = lists.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return (list, false)
    }
    return (try await create(StarList(name)), true)
  }

  fileprivate mutating func hasMembers(_ list: StarList) async throws(OperationFailure) -> Bool {
    try await current().contains { $0.list.id == list.id && !$0.members.isEmpty }
  }

  /// Changes or deletes a list; returns false if there is nothing to change.
  fileprivate mutating func make(_ edit: StarListWrite.Edit) async throws(OperationFailure) -> Bool
  {
    let lists = try await current()
    guard let contents = lists.first(where: { $0.list.id == edit.list?.id }) else {
      throw OperationFailure(.notFound, "the list no longer exists")
    }
    var edited = contents.list
    switch edit {
    case .create: break
    case .rename(_, let name): edited.name = name
    case .describe(_, let text): edited.description = text.isEmpty ? nil : text
    case .setPrivate(let isPrivate, _): edited.isPrivate = isPrivate
    case .delete:
      try await delete(contents)
      return true
    }
    return try await update(contents.list, to: edited)
  }
}

/// Changes of stars on the screen: undo there, or `stars undo`, restores an unstarred repository
/// with its lists.
package struct ScreenStarChanges: Sendable {
  private let session: Session
  private let changes: StarChanges
  private let unstarred = Guarded<Set<RepositoryName>>([])

  package init(_ session: Session) {
    self.session = session
    changes = StarChanges(session)
  }

  package func unstar(_ name: RepositoryName) async throws(GitHubError) {
    // GitHub may unstar it even if the call is canceled or its response is lost.
    unstarred.withLock { _ = $0.insert(name) }
    try await changes.unstar(name)
  }

  /// Stars the repository, and restores its lists if this session has, or may have, unstarred it.
  package func star(_ name: RepositoryName, facts: Repository? = nil) async throws(GitHubError) {
    try await changes.star(name, facts: facts)
    guard unstarred.withLock({ $0.remove(name) }) != nil else { return }
    let last: Prune? = await session.readCopyIfPresent { try $0.lastChange(of: $1) }
    guard let prune = last, !prune.steps(of: name).isEmpty else { return }
    do throws(OperationFailure) {
      try await changes.restoreLists(of: name, from: prune)
    } catch {
      // The star is set; `stars undo` can restore the lists.
      session.world.notify(.failed(error))
    }
  }
}
