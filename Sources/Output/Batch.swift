package import Core
import GitHubAPI
package import GitHubModel
import JSON
import Terminal

/// An item of a command's batch: a repository, or a change of a list.
package protocol BatchItem {
  /// The repository that it concerns, if any.
  var repository: RepositoryName? { get }
  /// The first column of its line; not yet safe for a terminal.
  var title: String { get }
}

extension RepositoryName: BatchItem {
  package var repository: RepositoryName? { self }
  package var title: String { fullName }
}

/// The result of one call: its word, and its contribution to the exit status.
package struct BatchResult {
  package let word: String
  package let status: ExitStatus

  package init(_ word: String, _ status: ExitStatus = .success) {
    (self.word, self.status) = (word, status)
  }
}

/// The line printed for each call in a batch.
package enum BatchLines {
  /// The title, a tab, and the word for the result or "failed".
  case changes
  /// The changes as JSON objects.
  case objects
  /// Results only; a failed call prints no line.
  case answers
  case none
}

extension Context {
  /// Makes a call for each of several items in turn; the only loop over repositories.
  ///
  /// Prints a line for each item, and reports each failure; a failure that would affect every
  /// remaining call ends the batch, and reports how many were not attempted. `resumption` says how
  /// to continue after the last finished item; nil if there is nothing to continue.
  package func each<Item: BatchItem>(
    _ items: [Item],
    showing lines: BatchLines = .changes,
    resumption: ((_ last: Item?) -> String)? = { _ in "to continue, run the command again" },
    _ call: (Item) async throws -> BatchResult
  ) async throws(OperationFailure) -> BatchOutcome {
    var outcome = BatchOutcome()
    let progress = BatchProgress(of: items.count, in: world)
    defer { progress.end() }
    // The index of the last owner's first item.
    let owner = items.last?.repository?.owner
    let tail = (items.lastIndex { $0.repository?.owner != owner } ?? -1) + 1
    for (index, item) in items.enumerated() {
      progress.show(index, item: item.repository?.fullName ?? "")
      let left = items.count - index - 1
      let result: BatchResult
      do {
        result = try await call(item)
      } catch {
        let failure = OperationFailure(error, in: world)
        if failure.kind == .output { throw failure }
        outcome.add(failure.status)
        outcome.hasEnded = failure.endsBatch(ofOneOwner: index >= tail)
        if outcome.hasEnded {
          let next = items.count > 1 ? resumption?(items[..<index].last) : nil
          report(failure.notingUnattempted(left, resumption: next))
          break
        }
        report(failure)
        if lines != .answers, items.count > 1 { try print(item, "failed", as: lines) }
        continue
      }
      outcome.add(result.status)
      do throws(OperationFailure) {
        try print(item, result.word, as: lines)
      } catch {
        let failure = OperationFailure(.output, "write \"\(item.title) \(result.word)\"", error.why)
        throw failure.notingUnattempted(left, resumption: left > 0 ? resumption?(item) : nil)
      }
    }
    return outcome
  }

  private func print(
    _ item: some BatchItem,
    _ word: String,
    as lines: BatchLines
  ) throws(OperationFailure) {
    switch lines {
    case .changes, .answers: try printFact(item.title, word)
    case .objects:
      let row: JSONValue = ["fullName": .string(item.title), "status": .string(word)]
      try print(row.text + "\n")
    case .none: break
    }
  }
}

extension Context {
  /// Prints a name, a tab and a value on one line.
  package func printFact(_ name: String, _ value: String) throws(OperationFailure) {
    try print("\(shown(name))\t\(shown(value))\n")
  }

  /// The text on one line, made safe if a terminal shows it.
  package func shown(_ text: String) -> String {
    terminal == nil ? String(TSV.record([text]).dropLast()) : SafeText(text).description
  }
}

// MARK: The end of a batch

extension OperationFailure {
  /// Whether the same call for the other repositories, which may have one owner, would fail in the
  /// same way.
  ///
  /// An organization refuses all its repositories, but no others.
  package func endsBatch(ofOneOwner isOneOwner: Bool) -> Bool {
    guard kind == .forbidden else { return kind.affectsAll }
    return switch refusal {
    case .token: true
    case .owner: isOneOwner
    case .repository: false
    }
  }

  /// The failure with the number of repositories not attempted, and how to continue.
  package func notingUnattempted(_ count: Int, resumption: String? = nil) -> Self {
    with(advice: [count > 0 ? "\(count) more not attempted" : "", advice, resumption ?? ""])
  }
}

/// The results of a batch so far, and the resulting exit status.
package struct BatchOutcome {
  /// Whether a failure ended it before all calls were made.
  package fileprivate(set) var hasEnded = false
  private var hasSuccess = false
  private var isNegative = false
  private var firstFailure: ExitStatus?
  private var isInterrupted = false

  package init() {}

  package mutating func add(_ status: ExitStatus) {
    hasSuccess = hasSuccess || [.success, .negative, .partial].contains(status)
    isNegative = isNegative || status == .negative
    isInterrupted = isInterrupted || status == .interrupted
    if ![.success, .negative].contains(status) { firstFailure = firstFailure ?? status }
  }

  /// The first failure's status if nothing succeeded, otherwise ``ExitStatus/partial``.
  package var status: ExitStatus {
    if isInterrupted { return .interrupted }
    guard let firstFailure else { return isNegative ? .negative : .success }
    return hasSuccess ? .partial : firstFailure
  }
}
