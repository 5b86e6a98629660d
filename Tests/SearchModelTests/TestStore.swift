import Foundation
import GitHubModel
import Testing

@testable import SearchModel

/// A reducer whose every change of the state is named by the test.
struct TestStore {
  private var reducer = SearchReducer()

  var state: SearchState { reducer.state }

  /// Sends an event, and fails with the differences if the state changes in any other way than named.
  mutating func expect(
    after event: SearchEvent,
    at now: Date = epoch,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout SearchState) throws -> Void = { _ in }
  ) rethrows {
    let differences = try differences(after: event, at: now, change)
    guard !differences.isEmpty else { return }
    let text = differences.joined(separator: "\n")
    Issue.record("after \(event):\n\(text)", sourceLocation: sourceLocation)
  }

  mutating func expect(
    after action: SearchAction,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout SearchState) throws -> Void = { _ in }
  ) rethrows {
    try expect(after: .action(action), sourceLocation: sourceLocation, change)
  }

  /// Sends an event, and returns where the state changes in any other way than named.
  fileprivate mutating func differences(
    after event: SearchEvent,
    at now: Date = epoch,
    _ change: (inout SearchState) throws -> Void
  ) rethrows -> [String] {
    var expected = state
    reducer.reduce(event, at: now)
    try change(&expected)
    return expected == state ? [] : Self.differences(expected, state, "state")
  }

  /// Sends an event whose changes another test names.
  mutating func send(_ event: SearchEvent) { reducer.reduce(event, at: epoch) }

  /// The parts in which two values differ, each on a line with its place.
  static func differences(_ expected: Any, _ actual: Any, _ place: String) -> [String] {
    if let expected = expected as? any Equatable, isEqual(expected, actual) { return [] }
    let (old, new) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    let (parts, others) = (Array(old.children), Array(new.children))
    let isDivided = [.struct, .enum, .optional, .collection, .tuple].contains(old.displayStyle)
    guard isDivided, !parts.isEmpty, parts.map(\.label) == others.map(\.label) else {
      return ["\(place): expected \(text(expected)), is \(text(actual))"]
    }
    return zip(parts, others).enumerated().flatMap { index, pair in
      differences(pair.0.value, pair.1.value, "\(place).\(pair.0.label ?? "\(index)")")
    }
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    value == other as? Value
  }

  private static func text(_ value: Any) -> String {
    let text = String(describing: value)
    return text.count > 300 ? "\(text.prefix(300))…" : text
  }
}

@Suite struct TestStoreTests {
  @Test func `a change that is not named is reported with its place`() throws {
    var store = TestStore()
    let unnamed = store.differences(after: .action(.toggleOrder)) { $0.isSlow = true }
    #expect(unnamed.contains("state.isSlow: expected true, is false"))

    let query = try SearchQuery(text: "swift")
    var changed = SearchState()
    (changed.text, changed.phase) = ("swift", .failed)
    changed.desired.search = DesiredSearch(
      request: SearchRequest(query: query, access: .anonymous),
      attempt: 2,
      pause: .zero
    )
    let differences = TestStore.differences(SearchState(), changed, "state")
    #expect(differences.map { $0.prefix { $0 != ":" } }.count == 3)
    #expect(differences.contains { $0.hasPrefix("state.current.text: expected , is swift") })
  }
}
