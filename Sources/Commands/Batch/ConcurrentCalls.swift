/// Calls for many items, several at a time.
enum ConcurrentCalls {
  /// Makes a call for each item; `receive` gets the results as they arrive, and returns false to end there.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    _ call: @escaping @Sendable (Item) async -> Value,
    receive: (Item, Value) -> Bool
  ) async {
    await withTaskGroup(of: (Item, Value).self) { group in
      var rest = items[...]
      for item in rest.prefix(Self.count) { group.addTask { (item, await call(item)) } }
      rest = rest.dropFirst(Self.count)
      while let (item, value) = await group.next() {
        guard receive(item, value) else { return group.cancelAll() }
        if let next = rest.popFirst() { group.addTask { (next, await call(next)) } }
      }
    }
  }

  /// The results for the items in their order, as far as calls were made: one that fails in a way that `ends`
  /// says so is the last.
  static func results<Item: Sendable, Value: Sendable, Failure: Error>(
    _ items: [Item],
    ends: (Failure) -> Bool,
    received: (_ count: Int, Item) -> Void = { _, _ in },
    call: @escaping @Sendable (Item) async throws(Failure) -> Value
  ) async -> [(item: Item, result: Result<Value, Failure>)] {
    var results: [Int: Result<Value, Failure>] = [:]
    await run(Array(items.indices)) { index in
      do throws(Failure) {
        return Result<Value, Failure>.success(try await call(items[index]))
      } catch {
        return .failure(error)
      }
    } receive: { index, result in
      results[index] = result
      received(results.count, items[index])
      if case .failure(let failure) = result { return !ends(failure) }
      return true
    }
    return results.sorted { $0.key < $1.key }.map { (items[$0.key], $0.value) }
  }

  /// GitHub asks for few requests at a time (GitHub's REST documentation, "Best practices").
  private static let count = 8
}
