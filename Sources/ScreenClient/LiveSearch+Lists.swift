package import Core
package import Essentials
import GitHubAPI
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

/// The user's changes on the screen. Each is an entry of the journal, from which it is undone.
actor ScreenChanges {
  private let session: Session
  /// The changes that have not been undone, oldest first.
  private var made: [(write: Write, run: CommandRun)] = []

  init(_ session: Session) { self.session = session }

  /// Makes a change, or completes a retried one.
  ///
  /// A change that reverts the last change of the same item undoes it.
  func make(_ write: Write) async throws {
    if let last = made.last(where: { write.reverts($0.write) }) {
      let isUndone = try await undo(last.run)
      made.removeAll { $0.run === last.run }
      if isUndone { return }
    }
    if case .lists(let change) = write, change.isUndo {
      throw OperationFailure(.usage, "the change was not made")
    }
    var run = made.last { write.continues($0.write) }?.run
    if run == nil {
      let new = CommandRun(session.world.run.command)
      made.append((write, new))
      run = new
    }
    if let run { try await make(write, in: run) }
  }

  /// Undoes a change, except for parts that others have changed since; returns false if there is nothing to undo.
  private func undo(_ run: CommandRun) async throws -> Bool {
    let steps = try await session.library.perform { try $0.undoableSteps(of: run) }
    if steps.isEmpty { return false }
    let undo = try await Undo(steps, session)
    if let list = try await undo.filledLists().first?.list {
      throw OperationFailure(.usage, "others have filled the list \(list.name)")
    }
    for step in steps {
      if case .withoutLists(let failure) = try await undo.undo(step) {
        // The star is set; the next undo can restore the lists.
        session.world.notify(.failed(failure))
      }
    }
    return true
  }

  private func make(_ write: Write, in run: CommandRun) async throws {
    switch write {
    case .star(let write):
      try await StarChanges(session, recording: run)
        .set(write.isStarred, write.repository.name, facts: write.repository)
    case .favorite(let repository, let isFavorite):
      _ = try await session.library.perform { store in
        isFavorite
          ? try store.addFavorite(repository, in: run)
          : try store.removeFavorite(repository, in: run)
      }
    case .note(let change): try await make(change, in: run)
    case .lists(let change): try await make(change, in: run)
    }
  }

  private func make(_ change: NoteChange, in run: CommandRun) async throws {
    let note = change.new.flatMap { Note($0, at: session.world.now()) }
    if change.new != nil, note == nil {
      throw SearchFailure(.usage, "it is longer than \(Note.maxBytes) bytes")
    }
    _ = try await session.library.perform { store in
      if let note { return try store.write(note, about: change.repository, in: run) }
      return try store.removeNote(about: change.repository, in: run)
    }
  }

  private func make(_ change: StarListWrite, in run: CommandRun) async throws(OperationFailure) {
    let editor = try await StarListEditor(session, recording: run)
    var created: Set<StarList.ID> = []
    switch change.edit {
    case .create(let name): created = [try await editor.list(named: name).id]
    case let edit?: try await editor.make(edit)
    case nil: break
    }
    let names = change.moves.map(\.repository.name)
    for (move, lookup) in zip(change.moves, try await editor.repositories(names)) {
      let wanted = MembershipChange(adding: move.adding.union(created), removing: move.removing)
      let member = try lookup.found(move.repository.name).member
      _ = try await editor.apply(wanted, to: member)
    }
  }
}

extension Write {
  /// Whether it restores the state before the other one.
  fileprivate func reverts(_ other: Self) -> Bool {
    if case .lists(let change) = self, !change.isUndo { return false }
    return undo.continues(other)
  }

  /// Whether it repeats the other one or the rest of it.
  fileprivate func continues(_ other: Self) -> Bool {
    switch (self, other) {
    case (.star(let star), .star(let other)):
      star.repository.id == other.repository.id && star.isStarred == other.isStarred
    case (.favorite(let repository, let isFavorite), .favorite(let other, let wasFavorite)):
      repository.id == other.id && isFavorite == wasFavorite
    case (.note(let change), .note(let other)):
      change.repository.id == other.repository.id && change.old == other.old
        && change.new == other.new
    case (.lists(let change), .lists(let other)): change.number == other.number
    default: false
    }
  }
}

extension StarListEditor {
  /// The list with this name, created if needed.
  fileprivate func list(named name: String) async throws(OperationFailure) -> StarList {
    let lists = try await current().map(\.list)
    let known = lists.first { $0.name.lowercased() == name.lowercased() }
    if let known { return known }
    return try await create(StarList(name))
  }

  /// Changes or deletes a list.
  fileprivate func make(_ edit: StarListWrite.Edit) async throws(OperationFailure) {
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
    case .delete: return try await delete(contents)
    }
    _ = try await update(contents.list, to: edited)
  }
}
