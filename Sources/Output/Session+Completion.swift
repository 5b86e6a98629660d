import Core
import Discovery
import Output

extension Session {
  /// Completes all rows with ``RowCompletion``, and returns them with the resulting exit
  /// status.
  func complete(
    _ rows: [RepositoryRow],
    with needs: RowNeeds,
    readme: ReadmeSelection = ReadmeSelection()
  ) async -> (rows: [RepositoryRow], status: ExitStatus) {
    var completion = RowCompletion(self, needs) { text throws(OperationFailure) in
      try readme.text(of: text)
    }
    return (await completion.complete(rows), completion.status)
  }
}

extension RowCompletion {
  /// ``ExitStatus/partial`` if a value requested by the user is missing.
  var status: ExitStatus { isPartial ? .partial : .success }
}
