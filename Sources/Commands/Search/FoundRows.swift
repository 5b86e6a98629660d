import GitHubAPI
import GitHubModel

/// The rows of a search: marks them with their star states, filters them by these, and records them in the
/// local cache and the row list.
struct FoundRows {
  private let session: Session
  /// Whether star states matter at all.
  private let asksStars: Bool
  private let filter: Bool?
  /// Whether the user named a field with the star state.
  private let requestsStars: Bool
  private let list: RowList
  private var names: [RepositoryName] = []
  private var left: Int
  /// Why reading star states from GitHub failed; it is not tried again.
  private var starFailure: GitHubError?
  private var hasWarned = false
  /// The number of rows left out because GitHub's response lacks their star state.
  private(set) var unknownCount = 0

  /// Begins with no rows; at most `limit` will be written, selected by `filter` as in ``SearchRun``.
  init<Row>(_ session: Session, for format: RowFormat<Row>, filter: Bool?, limit: Int) {
    (self.session, self.filter) = (session, filter)
    asksStars = format.showsStars || filter != nil
    requestsStars = format.requestsStars
    left = limit
    list = RowList(in: session.context)
  }

  /// The rows of a page to write.
  ///
  /// - Throws: ``GitHubError`` if rows are filtered by star states that cannot be read.
  mutating func chosen(from page: [Repository]) async throws(GitHubError) -> [Repository] {
    let annotated = try await annotated(page)
    let chosen = filter.map { filter in annotated.filter { $0.isStarred == filter } } ?? annotated
    let written = chosen.prefix(left)
    left -= written.count
    return Array(written)
  }

  private mutating func annotated(_ rows: [Repository]) async throws(GitHubError) -> [Repository] {
    guard filter != nil else { return await annotatedIfKnown(rows) }
    do throws(GitHubError) {
      let annotated = try await statesOnGitHub(of: rows)
      let unknown = annotated.count { $0.isStarred == nil }
      if unknown > 0, unknown == annotated.count {
        throw Self.missingStates("not in the response")
      }
      unknownCount += unknown
      return annotated
    } catch {
      guard error.kind == .tokenMissing || error.kind == .localFile else { throw error }
      let annotated = await LocalStars(session).annotated(rows)
      guard annotated.allSatisfy({ $0.isStarred != nil }) else { throw error }
      return annotated
    }
  }

  /// Rows that are written regardless of their state, with their star states as far as these can be read.
  mutating func annotatedIfKnown(_ rows: [Repository]) async -> [Repository] {
    guard asksStars else { return rows }
    var annotated: [Repository]?
    if starFailure == nil {
      do throws(GitHubError) { annotated = try await statesOnGitHub(of: rows) } catch {
        starFailure = error
      }
    }
    let shown = if let annotated { annotated } else { await LocalStars(session).annotated(rows) }
    if shown.contains(where: { $0.isStarred == nil }) { warn(of: shown) }
    return shown
  }

  /// The rows with their star states on GitHub; nil for those that its response leaves out.
  ///
  /// - Throws: ``GitHubError`` of the kind ``FailureKind/tokenMissing``, without a request, if there is no token.
  private func statesOnGitHub(of rows: [Repository]) async throws(GitHubError) -> [Repository] {
    if rows.isEmpty { return rows }
    let nodes = rows.compactMap(\.nodeID)
    if nodes.isEmpty { throw Self.missingStates("the results have no node IDs") }
    let states = try await session.client.starStates(of: nodes)
    return rows.map { row in
      var row = row
      row.isStarred = row.nodeID.flatMap { states[$0] }
      return row
    }
  }

  /// The error for a response without the requested star states.
  private static func missingStates(_ reason: String) -> GitHubError {
    GitHubError(.badResponse, operation: "check which of these are starred", message: reason)
  }

  private mutating func warn(of rows: [Repository]) {
    let failure = starFailure ?? Self.missingStates("some are not in the response")
    guard !hasWarned, isWorthReporting(failure, of: rows) else { return }
    hasWarned = true
    let context = session.context
    context.warn(CommandFailure(failure, in: context).with(what: "star states are unknown"))
  }

  private func isWorthReporting(_ failure: GitHubError, of rows: [Repository]) -> Bool {
    switch failure.kind {
    // An unreadable token has already been reported, and an interruption needs no warning.
    case .localFile, .cancelled: false
    // Without a token, or on a server without node IDs, star states are not expected.
    case .tokenMissing: requestsStars
    default: requestsStars || rows.contains { $0.nodeID != nil }
    }
  }

  var wantsMore: Bool { left > 0 }

  /// Records a page once it has been written.
  mutating func record(_ written: [Repository], among repositories: [Repository]) async {
    if names.count < Self.maxNames { names += written.map(\.name) }
    await session.library.record(repositories)
  }

  /// Replaces the list that row numbers refer to, unless the search failed before its first row.
  func close(isComplete: Bool) {
    if isComplete || !names.isEmpty { list.replace(with: names) }
  }

  /// Row numbers beyond this are not supported.
  private static let maxNames = 1000
}
