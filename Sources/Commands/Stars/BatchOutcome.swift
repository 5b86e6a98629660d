/// What became of the calls of a batch, and the exit status that it adds up to.
struct BatchOutcome {
  private(set) var successCount = 0
  private(set) var failureCount = 0
  private var hasNo = false
  private var firstFailure: ExitStatus?
  private var isInterrupted = false

  mutating func succeed(_ status: ExitStatus) {
    successCount += 1
    hasNo = hasNo || status == .no
  }

  mutating func fail(_ status: ExitStatus) {
    failureCount += 1
    firstFailure = firstFailure ?? status
    isInterrupted = isInterrupted || status == .interrupted
  }

  /// The failure itself where nothing worked, "partial" where something did.
  var status: ExitStatus {
    if isInterrupted { return .interrupted }
    guard let firstFailure else { return hasNo ? .no : .success }
    return successCount > 0 ? .partial : firstFailure
  }
}
