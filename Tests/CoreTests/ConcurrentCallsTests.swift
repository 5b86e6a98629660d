import Core
import System
import Testing

/// Several calls at a time.
@Suite struct ConcurrentCallsTests {
  private struct Failure: Error {
    let item: Int
  }

  @Test func `results have the order of the items, whatever order the calls end in`() async throws {
    let results = await ConcurrentCalls.results(
      Array(0..<50),
      ends: { (_: Failure) in false },
      call: { item async throws(Failure) -> Int in
        for _ in 0..<(50 - item) { await Task.yield() }
        if item.isMultiple(of: 7) { throw Failure(item: item) }
        return item * 2
      }
    )

    #expect(results.map(\.item) == Array(0..<50))
    for (item, result) in results {
      #expect((try? result.get()) == (item.isMultiple(of: 7) ? nil : item * 2))
    }
  }

  @Test func `at most eight calls are made at a time, and each item once`() async {
    let state = Guarded((running: 0, most: 0, calls: [Int: Int]()))

    _ = await ConcurrentCalls.results(
      Array(0..<100),
      ends: { (_: Failure) in false },
      call: { item async throws(Failure) in
        state.withLock { state in
          state.running += 1
          state.most = max(state.most, state.running)
          state.calls[item, default: 0] += 1
        }
        await Task.yield()
        state.withLock { $0.running -= 1 }
      }
    )

    let end = state.withLock { $0 }
    #expect(end.most <= 8 && end.running == 0)
    #expect(end.calls.count == 100 && end.calls.values.allSatisfy { $0 == 1 })
  }

  @Test func `after a failure that ends the calls, no further one begins`() async {
    let calls = Guarded(0)

    let results = await ConcurrentCalls.results(
      Array(0..<100),
      ends: { (failure: Failure) in failure.item == 0 },
      call: { item async throws(Failure) in
        calls.withLock { $0 += 1 }
        if item == 0 { throw Failure(item: item) }
        while !Task.isCancelled { await Task.yield() }
      }
    )

    #expect(results.map(\.item) == [0])
    #expect(calls.withLock { $0 } <= 8)
  }
}
