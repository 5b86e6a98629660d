private import Dispatch

/// Runs a closure on several threads at once and waits for all of them.
///
/// All threads wait until the last one has arrived, so that they overlap as much as possible.
///
/// - Parameters:
///   - threads: The number of threads.
///   - body: The closure, called with the thread's index, from zero.
package func race(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let gate = DispatchSemaphore(value: 0)
  let done = DispatchGroup()
  for index in 0..<threads {
    done.enter()
    // Each thread has a separate queue, because a pool may have fewer threads than the race.
    DispatchQueue(label: "race").async {
      gate.wait()
      body(index)
      done.leave()
    }
  }
  for _ in 0..<threads { gate.signal() }
  done.wait()
}
