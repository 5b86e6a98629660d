package import GitHubAPI
import GitHubModel

package enum ConcurrentCalls {
  /// Makes a call for each item, several at a time, and returns the results in the items' order.
  ///
  /// A failure for which `ends` is true is the last result. `received` gets the number of results
  /// before it.
  package static func results<Item: Sendable, Value: Sendable, Failure: Error>(
    _ items: [Item],
    ends: (Failure) -> Bool,
    received: (_ count: Int, Item) -> Void = { _, _ in },
    call: @escaping @Sendable (Item) async throws(Failure) -> Value
  ) async -> [(item: Item, result: Result<Value, Failure>)] {
    var results: [Int: Result<Value, Failure>] = [:]
    await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
      func start(_ index: Int) {
        guard items.indices.contains(index) else { return }
        group.addTask {
          do throws(Failure) {
            return (index, .success(try await call(items[index])))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      for index in 0..<count { start(index) }
      while let (index, result) = await group.next() {
        results[index] = result
        received(results.count, items[index])
        if case .failure(let failure) = result, ends(failure) { return group.cancelAll() }
        start(results.count + count - 1)
      }
    }
    return results.sorted { $0.key < $1.key }.map { (items[$0.key], $0.value) }
  }

  /// The number of concurrent requests; GitHub asks for few (GitHub's REST documentation, "Best
  /// practices").
  private static let count = 8
}

extension GitHubError {
  /// Whether the same call for any other repository would fail in the same way.
  package var endsBatch: Bool {
    kind == .forbidden ? refusal == .token : kind.affectsAll
  }
}
