import Core
import Discovery
import Output

extension Session {
  /// The rows of a whole list as ``RowCompletion`` completes them, and the exit status that this leads to.
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
  /// ``ExitStatus/partial`` once a value is missing that the user has asked for.
  var status: ExitStatus { isPartial ? .partial : .success }
}
