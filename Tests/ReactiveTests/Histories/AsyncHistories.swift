import Dispatch
import Reactive
import ReactiveTesting
import Testing

/// Makes a task wait until another opens it, or until it is canceled.
private struct Latch: Sendable {
  let stream: AsyncStream<Void>
  let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func open() {
    continuation.finish()
  }

  func wait() async {
    for await _ in stream {}
  }
}

/// A publisher of 1 and 2 that subscribes on a queue.
private struct Late: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let queue: DispatchQueue

  func receive<S: Subscriber<Int, Never>>(subscriber: S) {
    queue.async { [1, 2].publisher.subscribe(subscriber) }
  }
}

@Suite(.timeLimit(.minutes(20))) struct ValuesHistories {
  private let asked = Latch()
  private let upstream: ScriptedPublisher<Int, Never>

  init() {
    upstream = ScriptedPublisher { [asked] _ in asked.open() }
  }

  @Test func `the loop gets every value and ends with the stream`() async {
    var values: [Int] = []
    for await value in [1, 2, 3].publisher.values { values.append(value) }

    #expect(values == [1, 2, 3])
  }

  @Test func `throws an error after the values before it`() async {
    var values: [Int] = []

    await #expect(throws: Problem.broken) {
      for try await value in failing(after: 1, 2).values { values.append(value) }
    }

    #expect(values == [1, 2])
  }

  @Test func `each iteration requests one value`() async {
    let iterator = upstream.values.makeAsyncIterator()
    #expect(upstream.requests == [])

    async let first = next(of: iterator)
    await asked.wait()
    upstream.send(1)

    #expect(await first == 1)
    #expect(upstream.requests == [.demand(.max(1))])
  }

  @Test func `canceling the task cancels the subscription and ends the loop`() async {
    let task = Task { [upstream] in
      var count = 0
      for await _ in upstream.values { count += 1 }
      return count
    }
    await asked.wait()

    task.cancel()

    #expect(await task.value == 0)
    #expect(upstream.requests.last == .cancel)
  }

  @Test func `a value concurrent with a cancel is delivered or dropped`() async {
    for _ in 0..<100 {
      let asked = Latch()
      let upstream = ScriptedPublisher<Int, Never> { _ in asked.open() }
      let task = Task {
        for await _ in upstream.values {}
      }
      await asked.wait()

      race(threads: 2) { thread in
        if thread == 0 { upstream.send(1) } else { task.cancel() }
      }

      await task.value
    }
  }

  @Test func `a late subscription gets the pending demand`() async {
    for _ in 0..<50 {
      let queue = DispatchQueue(label: "late")
      var values: [Int] = []

      for await value in Late(queue: queue).values { values.append(value) }

      #expect(values == [1, 2])
    }
  }

  @Test func `leaving the loop cancels the subscription`() async {
    let task = Task { [upstream] in
      for await value in upstream.values where value == 1 { break }
    }
    await asked.wait()

    upstream.send(1)
    await task.value
    upstream.forgetSubscribers()

    #expect(upstream.requests.last == .cancel)
  }

  private func next(
    of iterator: AsyncPublisher<ScriptedPublisher<Int, Never>>.Iterator
  ) async -> Int? {
    var iterator = iterator
    return await iterator.next()
  }
}

@Suite(.timeLimit(.minutes(20))) struct FutureAsyncHistories {
  private func end<P: Publisher>(of publisher: P) async -> [String]
  where P.Output: Sendable, P.Failure: Sendable {
    await withCheckedContinuation { continuation in
      let log = Box<[String]>([])
      publisher.subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: { value in
            log.change { $0.append("\(value)") }
            return .none
          },
          receiveCompletion: { end in
            if case .failure(let error) = end { log.change { $0.append("\(error)") } }
            continuation.resume(returning: log.value)
          }
        )
      )
    }
  }

  @Test
  func `an async function's result is the stream's value, and its error the stream's failure`()
    async
  {
    let success = Future<Int, Never> { 7 }
    let failure = Future<Int, any Error> { throw Problem.broken }

    #expect(await end(of: success) == ["7"])
    #expect(await end(of: failure) == ["broken"])
  }

  @Test func `canceling the last subscription cancels the task`() async {
    let (started, wasCanceled) = (Latch(), Latch())
    let future = Future<Int, Never> {
      await withTaskCancellationHandler {
        started.open()
        await Latch().wait()
        return 1
      } onCancel: {
        wasCanceled.open()
      }
    }
    let (first, second) = (Recorder(future), Recorder(future))
    await started.wait()

    first.cancel()
    second.cancel()
    await wasCanceled.wait()

    #expect(first.events == [.subscription])
    #expect(second.events == [.subscription])
  }

  @Test func `a task continues while a subscriber waits for it`() async {
    let gate = Latch()
    let future = Future<Int, Never> {
      await gate.wait()
      return Task.isCancelled ? 0 : 1
    }
    let first = Recorder(future)
    var second = future.values.makeAsyncIterator()

    first.cancel()
    gate.open()

    #expect(await second.next() == 1)
  }

  @Test func `a new query cancels the search for the old one`() async {
    let queries = PassthroughSubject<Int, Never>()
    let (started, wasCanceled, done) = (Latch(), Latch(), Latch())
    let results = Box<[Int]>([])
    let sink =
      queries
      .map { query in
        Future<Int, Never> {
          if query == 2 { return 2 }
          return await withTaskCancellationHandler {
            started.open()
            await Latch().wait()
            return 1
          } onCancel: {
            wasCanceled.open()
          }
        }
      }
      .switchToLatest()
      .sink { value in
        results.change { $0.append(value) }
        done.open()
      }

    queries.send(1)
    await started.wait()
    queries.send(2)
    await wasCanceled.wait()
    await done.wait()

    #expect(results.value == [2])
    withExtendedLifetime(sink) {}
  }
}
