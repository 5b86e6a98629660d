package import Core
package import GitHubAPI
package import GitHubModel

/// Repositories with their star states, where known.
package struct StarStates {
  package var rows: [Repository]
  /// Why GitHub's states could not be read, so that they come from the local copy.
  package var failure: GitHubError?

  /// The error for a response without the requested star states.
  package static func missing(_ reason: String) -> GitHubError {
    GitHubError(.badResponse(), message: reason)
  }
}

extension Session {
  /// The star states on GitHub, or else in the local copy; does not ask GitHub after an earlier
  /// failure.
  package func starStates(of rows: [Repository], after earlier: GitHubError?) async -> StarStates {
    if rows.isEmpty { return StarStates(rows: rows, failure: earlier) }
    var failure = earlier
    if failure == nil {
      do throws(GitHubError) { return StarStates(rows: try await statesOnGitHub(of: rows)) } catch {
        failure = error
      }
    }
    return StarStates(rows: await withCopiedStates(rows), failure: failure)
  }

  /// The rows with star states for a filter; a state is nil if GitHub's response omits it.
  ///
  /// - Throws: ``GitHubError`` if none can be read.
  package func requiredStates(of rows: [Repository]) async throws(GitHubError) -> [Repository] {
    do throws(GitHubError) {
      let annotated = try await statesOnGitHub(of: rows)
      if !rows.isEmpty, annotated.allSatisfy({ $0.isStarred == nil }) {
        throw StarStates.missing("not in the response")
      }
      return annotated
    } catch {
      guard error.kind == .tokenMissing || error.kind == .localFile else { throw error }
      let annotated = await withCopiedStates(rows)
      guard annotated.allSatisfy({ $0.isStarred != nil }) else { throw error }
      return annotated
    }
  }

  /// The rows with their star states on GitHub; nil where the response omits them.
  ///
  /// - Throws: ``GitHubError`` of kind ``FailureKind/tokenMissing`` without a token; no request is sent then.
  private func statesOnGitHub(of rows: [Repository]) async throws(GitHubError) -> [Repository] {
    if rows.isEmpty { return rows }
    let nodes = rows.compactMap(\.nodeID)
    if nodes.isEmpty { throw StarStates.missing("the results have no node IDs") }
    let states = try await client.starStates(of: nodes)
    return rows.map { row in
      var row = row
      row.isStarred = row.nodeID.flatMap { states[$0] }
      return row
    }
  }
}
