import GitHubAPI
import GitHubModel

/// Reads which rows are starred: from GitHub, and else from the local copy.
struct StarStates {
  private let session: Session
  /// Whether the user named a field with the star state.
  private let isRequested: Bool
  /// Why reading from GitHub failed; it is not tried again.
  private var failure: GitHubError?
  private var hasWarned = false

  init(_ session: Session, isRequested: Bool) {
    (self.session, self.isRequested) = (session, isRequested)
  }

  /// The rows with their star states as far as these can be read; one warning says why some are not known.
  mutating func annotated(_ rows: [Repository]) async -> [Repository] {
    var annotated: [Repository]?
    if failure == nil {
      do throws(GitHubError) { annotated = try await statesOnGitHub(of: rows) } catch {
        failure = error
      }
    }
    let shown = if let annotated { annotated } else { await session.withCopiedStates(rows) }
    if shown.contains(where: { $0.isStarred == nil }) { warn(of: shown) }
    return shown
  }

  /// The rows with their star states, for a filter by these; nil for some that GitHub's response leaves out.
  ///
  /// - Throws: ``GitHubError`` if none can be read.
  func required(_ rows: [Repository]) async throws(GitHubError) -> [Repository] {
    do throws(GitHubError) {
      let annotated = try await statesOnGitHub(of: rows)
      if !rows.isEmpty, annotated.allSatisfy({ $0.isStarred == nil }) {
        throw Self.missingStates("not in the response")
      }
      return annotated
    } catch {
      guard error.kind == .tokenMissing || error.kind == .localFile else { throw error }
      let annotated = await session.withCopiedStates(rows)
      guard annotated.allSatisfy({ $0.isStarred != nil }) else { throw error }
      return annotated
    }
  }

  /// The rows with their star states on GitHub; nil for those that its response leaves out.
  ///
  /// - Throws: ``GitHubError`` of kind ``FailureKind/tokenMissing`` without a token; no request is sent then.
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
    let failure = failure ?? Self.missingStates("some are not in the response")
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
    case .tokenMissing: isRequested
    default: isRequested || rows.contains { $0.nodeID != nil }
    }
  }
}
