import Dispatch

#if OPENCOMBINE
  import OpenCombine
  import OpenCombineDispatch
#else
  import Reactive
#endif

// One file for both libraries: the names are the same, so the code under test is too.

#if OPENCOMBINE
  private func scheduler(_ queue: DispatchQueue) -> DispatchQueue.OCombine { queue.ocombine }
#else
  private func scheduler(_ queue: DispatchQueue) -> DispatchQueue { queue }
#endif

/// The compared scenarios: each is set up, and returns the closure to time, which sends `count` values.
///
/// The limit is the ratio of Reactive's time to OpenCombine's. An operator with its own outbox
/// locks it twice per value, and looks up the type behind the lock at run time.
public func scenarios() -> [(
  name: String, count: Int, limit: Double, prepare: () -> () -> Void
)] {
  [
    ("subject → map → filter → sink", 1_000_000, 1.5, chain),
    ("removeDuplicates → debounce of a burst", 100_000, 1.5, burst),
    ("flatMap over 10 live subjects", 1_000_000, 3, flattened),
    ("switchToLatest, 100 values each", 1_000_000, 4, switched),
  ]
}

/// A total accumulated by closures on one thread.
private final class Total: @unchecked Sendable {
  // @unchecked Sendable because each scenario delivers on one thread at a time.
  private var value = 0

  func add(_ number: Int) { value &+= number }
}

/// Subjects that closures may capture.
private struct Subjects: @unchecked Sendable {
  // @unchecked Sendable because OpenCombine's subjects are thread-safe but not declared Sendable.
  let all: [PassthroughSubject<Int, Never>]

  init(_ count: Int) { all = (0..<count).map { _ in PassthroughSubject() } }
}

private func chain() -> () -> Void {
  let subject = PassthroughSubject<Int, Never>()
  let total = Total()
  let sink = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { total.add($0) }
  return {
    for value in 0..<1_000_000 { subject.send(value) }
    sink.cancel()
  }
}

private func burst() -> () -> Void {
  let subject = PassthroughSubject<Int, Never>()
  let done = DispatchSemaphore(value: 0)
  let queue = DispatchQueue(label: "debounce")
  let sink = subject.removeDuplicates()
    .debounce(for: .milliseconds(20), scheduler: scheduler(queue))
    .sink { _ in done.signal() }
  return {
    for value in 0..<100_000 { subject.send(value) }
    done.wait()
    sink.cancel()
  }
}

private func flattened() -> () -> Void {
  let subjects = Subjects(10)
  let outer = PassthroughSubject<Int, Never>()
  let total = Total()
  let sink = outer.flatMap { subjects.all[$0] }.sink { total.add($0) }
  for index in 0..<10 { outer.send(index) }
  return {
    for value in 0..<100_000 { for subject in subjects.all { subject.send(value) } }
    sink.cancel()
  }
}

private func switched() -> () -> Void {
  let subjects = Subjects(10_000)
  let outer = PassthroughSubject<Int, Never>()
  let total = Total()
  let sink = outer.map { subjects.all[$0] }.switchToLatest().sink { total.add($0) }
  return {
    for index in 0..<10_000 {
      outer.send(index)
      for value in 0..<100 { subjects.all[index].send(value) }
    }
    sink.cancel()
  }
}
