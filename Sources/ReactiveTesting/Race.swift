private import Dispatch

/// Runs a closure on several threads at once and waits for all of them.
///
/// All threads wait at the start until the last one has arrived, so that they meet as often as possible.
///
/// - Parameters:
///   - threads: How many threads.
///   - body: The closure, which is told which thread it is, from zero.
package func race(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let gate = DispatchSemaphore(value: 0)
  let done = DispatchGroup()
  for index in 0..<threads {
    done.enter()
    // A separate queue for each, because a pool may have fewer threads than the race.
    DispatchQueue(label: "race").async {
      gate.wait()
      body(index)
      done.leave()
    }
  }
  for _ in 0..<threads { gate.signal() }
  done.wait()
}
