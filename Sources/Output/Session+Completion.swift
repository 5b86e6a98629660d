package import Core
import Discovery

extension Session {
  /// Completes all rows with ``RowCompletion``, and returns them with the resulting exit
  /// status.
  package func complete(
    _ rows: [RepositoryRow],
    with needs: RowNeeds,
    readme: ReadmeSelection = ReadmeSelection()
  ) async -> (rows: [RepositoryRow], status: ExitStatus) {
    var completion = RowCompletion(self, needs) { text throws(OperationFailure) in
      try readme.text(of: text)
    }
    let completed = await completion.complete(rows)
    return (completed, completion.isPartial ? .partial : .success)
  }
}
