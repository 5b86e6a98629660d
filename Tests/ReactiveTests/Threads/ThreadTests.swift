import Dispatch
import Foundation
import Reactive
import ReactiveTesting
import TestTraits
import Testing

/// Law 3 for operators with several upstreams, each on a separate thread.
@Suite(.timeLimit(.minutes(20))) struct ThreadTests {
  typealias Numbers = PassthroughSubject<Int, Problem>

  private static let perThread = 200
  private let subjects = (0..<8).map { _ in Numbers() }

  /// Sends from eight threads, each to its own subject.
  private func sendFromAll(andFinish finishes: Bool = true) {
    race(threads: 8) { [subjects] thread in
      for index in 0..<Self.perThread { subjects[thread].send(thread * 1_000 + index) }
      if finishes { subjects[thread].send(completion: .finished) }
    }
  }

  private func expectEverything(_ recorder: Recorder<Int, Problem>) {
    #expect(recorder.overlaps == 0)
    #expect(recorder.values.count == 8 * Self.perThread)
    #expect(recorder.events.last == .finished)
    #expect(mistakes(in: recorder) == [])
  }

  @Test func `merge loses nothing`() {
    let recorder = Recorder(
      subjects.dropFirst().reduce(subjects[0].eraseToAnyPublisher()) { merged, subject in
        merged.merge(with: subject).eraseToAnyPublisher()
      },
      answer: dawdle
    )
    sendFromAll()

    expectEverything(recorder)
  }

  @Test func `flatMap loses nothing`() {
    let recorder = Recorder(
      (0..<8).publisher.setFailureType(to: Problem.self).flatMap { [subjects] in subjects[$0] },
      answer: dawdle
    )
    sendFromAll()

    expectEverything(recorder)
  }

  @Test func `a current-value subject of current-value subjects ends with the last value of each`()
  {
    let sources = (0..<8).map { _ in CurrentValueSubject<Int, Problem>(-1) }
    let recorder = Recorder(
      sources.publisher.setFailureType(to: Problem.self).flatMap { $0 },
      answer: dawdle
    )

    race(threads: 8) { thread in
      for index in 0..<Self.perThread { sources[thread].send(thread * 1_000 + index) }
      sources[thread].send(completion: .finished)
    }

    #expect(recorder.overlaps == 0)
    #expect(recorder.values.count == 8 * Self.perThread + 8)
    #expect(recorder.events.last == .finished)
  }

  @Test func `combineLatest ends with the last value of each`() {
    let recorder = Recorder(
      subjects[0].combineLatest(subjects[1]).combineLatest(subjects[2].combineLatest(subjects[3]))
        .map { [$0.0, $0.1, $1.0, $1.1] },
      answer: dawdle
    )
    sendFromAll()

    #expect(recorder.overlaps == 0)
    #expect(recorder.values.last?.map { $0 % 1_000 } == Array(repeating: 199, count: 4))
    #expect(recorder.events.last == .finished)
    #expect(mistakes(in: recorder) == [])
  }

  @Test func `switchToLatest never overlaps while inner and outer streams send`() {
    let outer = PassthroughSubject<Numbers, Problem>()
    let recorder = Recorder(outer.switchToLatest(), answer: dawdle)

    race(threads: 8) { [subjects] thread in
      for index in 0..<Self.perThread {
        if thread == 0 { outer.send(subjects[1 + index % 7]) }
        subjects[thread].send(index)
      }
    }
    outer.send(subjects[0])
    subjects[0].send(-1)

    #expect(recorder.overlaps == 0)
    #expect(recorder.values.last == -1)
    #expect(mistakes(in: recorder) == [])
  }

  @Test func `share counts subscribers that come and go on eight threads`() {
    let upstream = PassthroughSubject<Int, Never>()
    let (connections, active, heard) = (Box(0), Box(0), Box(0))
    let watched = Watched(
      upstream: upstream,
      onSubscription: {
        connections.count()
        active.count()
      },
      onCancel: { active.change { $0 -= 1 } }
    )
    let share = watched.share().eraseToAnyPublisher()

    race(threads: 8) { _ in
      for value in 0..<Self.perThread {
        let recorder = Recorder(share)
        upstream.send(value)
        recorder.cancel()
        if !recorder.values.isEmpty { heard.count() }
      }
    }
    #expect(active.value == 0)
    #expect(connections.value > 0 && heard.value > 0)

    let last = Recorder(share)
    upstream.send(-1)

    #expect(active.value == 1)
    #expect(last.values == [-1])
  }

  @Test func `many threads request from and cancel a sequence`() {
    for _ in 0..<100 {
      let recorder = Recorder((0..<1_000).publisher, demand: .none)

      race(threads: 4) { thread in
        for index in 0..<20 {
          if thread > 0 { recorder.request(.max(1)) } else if index == 15 { recorder.cancel() }
        }
      }

      #expect(recorder.overlaps == 0)
      #expect(recorder.values == Array(0..<recorder.values.count))
    }
  }

  @Test func `a late subscriber gets no outdated value from a current-value subject`() {
    for _ in 0..<50 {
      let subject = CurrentValueSubject<Int, Problem>(0)
      let recorders = (0..<4).map { _ in Recorder<Int, Problem>(answer: dawdle) }

      race(threads: 8) { thread in
        if thread < 4 {
          subject.subscribe(recorders[thread])
        } else {
          for index in 1...20 { subject.send(index) }
        }
      }
      let last = subject.value

      for recorder in recorders {
        #expect(recorder.values.last == last)
        #expect(mistakes(in: recorder) == [])
      }
    }
  }

  /// When the next value is sent, the other thread is either delivering a value, or has left its
  /// request to this thread.
  @Test func `a request on another thread during subscription never overlaps with a delivery`() {
    let subject = CurrentValueSubject<Int, Problem>(0)
    let hasAsked = DispatchSemaphore(value: 0)
    let hasSent = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    let isHandingOver = Box(true)
    let (inside, most) = (Box(0), Box(0))
    let recorder = Recorder<Int, Problem>(
      demand: .none,
      answer: { _ in
        let depth = inside.count()
        most.change { $0 = max($0, depth) }
        if isHandingOver.value {
          hasAsked.signal()
          hasSent.wait()
        }
        inside.change { $0 -= 1 }
        return .none
      },
      onSubscription: { subscription in
        DispatchQueue(label: "other").async {
          subscription.request(.unlimited)
          hasAsked.signal()
          isOver.signal()
        }
        hasAsked.wait()
        isHandingOver.value = false
      }
    )

    subject.subscribe(recorder)
    subject.send(1)
    hasSent.signal()
    isOver.wait()

    #expect(most.value == 1)
    #expect(recorder.overlaps == 0)
    #expect(recorder.values == [0, 1])
  }

  @Test
  func `a sink's closures can be read while another thread cancels it, and are released`() {
    final class Token: Sendable {}
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      let count = Box(0)
      weak var token: Token?
      let sink = { [new = Token()] in
        token = new
        return Subscribers.Sink<Int, Never>(
          receiveCompletion: { _ in },
          receiveValue: { _ in withExtendedLifetime(new) { count.change { $0 += 1 } } }
        )
      }()
      subject.subscribe(sink)

      race(threads: 3) { thread in
        switch thread {
        case 0: for _ in 0..<20 { _ = sink.receive(1) }
        case 1: for _ in 0..<20 { subject.send(1) }
        default: sink.cancel()
        }
      }

      #expect(count.value <= 40)
      // Whichever came last, the delivery or the cancel, has released them.
      #expect(token == nil)
      withExtendedLifetime(sink) {}
    }
  }

  @Test func `a future is fulfilled once, and all see the result`() {
    for _ in 0..<50 {
      let promise = Box<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
      let future = Future<Int, Problem> { promise.value = $0 }
      let recorders = (0..<4).map { _ in Recorder<Int, Problem>(answer: dawdle) }

      race(threads: 8) { thread in
        if thread < 4 {
          future.subscribe(recorders[thread])
        } else {
          promise.value?(.success(thread))
        }
      }

      #expect(Set(recorders.map { $0.values.first }).count == 1)
      #expect(recorders.allSatisfy { $0.events.count == 3 })
    }
  }
}

private let queues: [DispatchQueue] = [
  DispatchQueue(label: "serial"), DispatchQueue(label: "concurrent", attributes: .concurrent),
]

/// Sends from eight threads, waits for a value, then ends the stream, and waits until its end
/// arrives.
private func run(
  _ build: (PassthroughSubject<Int, Problem>) -> some Publisher<Int, Problem>
) -> Recorder<Int, Problem> {
  let subject = PassthroughSubject<Int, Problem>()
  let (arrived, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let meddler = Meddler(
    onValue: { _, _ in arrived.signal() },
    onEnd: { _ in done.signal() }
  )
  build(subject).subscribe(meddler)

  race(threads: 8) { _ in
    for index in 0..<200 { subject.send(index) }
  }
  #expect(arrived.wait(timeout: .now() + 60) == .success)
  subject.send(completion: .finished)
  #expect(done.wait(timeout: .now() + 60) == .success)
  return meddler.recorder
}

/// `receive(on:)` on Dispatch queues, serial and concurrent.
///
/// A concurrent queue shares its threads with Swift's tasks, so a test that waits for it must not
/// block one of them.
@Suite(.timeLimit(.minutes(20)), .ownThread) struct QueueTests {
  @Test(arguments: queues)
  func `receive(on:) loses nothing and never overlaps`(_ queue: DispatchQueue) {
    let recorder = run { $0.receive(on: queue) }

    #expect(recorder.values.count == 1_600)
    #expect(recorder.overlaps == 0)
    #expect(recorder.events.last == .finished)
  }
}

/// Timed operators on Dispatch queues.
///
/// Debian's libfaketime 0.9.10 also shifts the deadlines of kernel timers, which use the real
/// monotonic clock, so no Dispatch timer fires with it.
@Suite(.timeLimit(.minutes(20)), .ownThread, .disabled(if: hasFakeClock)) struct QueueTimerTests {
  @Test(arguments: queues)
  func `delay loses nothing and never overlaps`(_ queue: DispatchQueue) {
    let recorder = run { $0.delay(for: .milliseconds(1), scheduler: queue) }

    #expect(recorder.values.count == 1_600)
    #expect(recorder.overlaps == 0)
    #expect(recorder.events.last == .finished)
  }

  @Test(arguments: queues)
  func `a negative delay is none`(_ queue: DispatchQueue) {
    #expect(run { $0.delay(for: .nanoseconds(-1), scheduler: queue) }.values.count == 1_600)
  }

  @Test(arguments: queues)
  func `debounce and throttle never overlap`(_ queue: DispatchQueue) {
    let debounced = run { $0.debounce(for: .nanoseconds(1), scheduler: queue) }
    let throttled = run { $0.throttle(for: .nanoseconds(1), scheduler: queue, latest: true) }

    for recorder in [debounced, throttled] {
      #expect(mistakes(in: recorder) == [])
      #expect(!recorder.values.isEmpty)
      #expect(recorder.events.last == .finished)
    }
  }

  @Test(arguments: queues)
  func `timeout loses nothing and never overlaps`(_ queue: DispatchQueue) {
    let recorder = run { $0.timeout(.seconds(30), scheduler: queue) }

    #expect(recorder.values.count == 1_600)
    #expect(recorder.overlaps == 0)
  }

  @Test func `a burst passes debounce on a real queue after its interval`() {
    let subject = PassthroughSubject<Int, Never>()
    let arrived = DispatchSemaphore(value: 0)
    let values = Box<[Int]>([])
    let sink = subject.debounce(for: .milliseconds(20), scheduler: DispatchQueue.global())
      .sink { value in
        values.change { $0.append(value) }
        arrived.signal()
      }

    for value in 1...50 { subject.send(value) }
    arrived.wait()

    #expect(values.value.last == 50)
    withExtendedLifetime(sink) {}
  }
}

private let hasFakeClock =
  ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("faketime") == true
