import Foundation
import Reactive
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct SourceHistories {
  @Test func `Just sends its value on demand, and finishes`() {
    let recorder = Recorder(Just(1), demand: .none)
    #expect(recorder.events == [.subscription])

    recorder.request(.max(1))

    #expect(recorder.events == [.subscription, .value(1), .finished])
  }

  @Test func `Just sends nothing after a cancel inside its value`() {
    let meddler = Meddler(onValue: { recorder, _ in recorder.cancel() })

    Just(1).setFailureType(to: Problem.self).subscribe(meddler)

    #expect(meddler.recorder.events == [.subscription, .value(1)])
  }

  @Test func `Empty finishes immediately or never`() {
    #expect(history(Empty<Int, Never>()) == [.subscription, .finished])
    #expect(history(Empty<Int, Never>(completeImmediately: false)) == [.subscription])
  }

  @Test func `Fail fails without demand`() {
    #expect(Recorder(Fail<Int, Problem>(error: .broken), demand: .none).events.count == 2)
    #expect(history(Fail<Int, Problem>(error: .broken)) == [.subscription, .failure(.broken)])
  }

  @Test func `Deferred creates its publisher for every subscription`() {
    let made = Box(0)
    let deferred = Deferred { Just(made.count()) }
    #expect(made.value == 0)

    #expect(Recorder(deferred).values == [1])
    #expect(Recorder(deferred).values == [2])
  }

  @Test func `a sequence sends what is requested, and finishes with the last value`() {
    let recorder = Recorder((1...3).publisher, demand: .max(2))
    #expect(recorder.values == [1, 2])

    recorder.request(.max(1))

    #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .finished])
    #expect(history([Int]().publisher) == [.subscription, .finished])
  }

  @Test func `a long sequence requested one by one does not grow the stack`() {
    let meddler = Meddler(
      demand: .max(1),
      onValue: { recorder, _ in recorder.request(.max(1)) }
    )

    (1...100_000).publisher.setFailureType(to: Problem.self).subscribe(meddler)

    #expect(meddler.recorder.values.count == 100_000)
    #expect(meddler.recorder.overlaps == 0)
  }

  @Test func `a cancel inside a value stops an endless sequence`() {
    let meddler = Meddler(onValue: { recorder, value in if value == 3 { recorder.cancel() } })

    (1...).publisher.setFailureType(to: Problem.self).subscribe(meddler)

    #expect(meddler.recorder.values == [1, 2, 3])
  }
}

@Suite struct FutureHistories {
  @Test func `a future starts immediately, and every subscriber gets the one result`() {
    let started = Box(0)
    let promise = Box<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
    let future = Future<Int, Problem> { fulfill in
      started.count()
      promise.value = fulfill
    }
    let early = Recorder(future)
    #expect(started.value == 1)
    #expect(early.events == [.subscription])

    promise.value?(.success(7))
    promise.value?(.success(8))
    let late = Recorder(future)

    #expect(early.events == [.subscription, .value(7), .finished])
    #expect(late.events == early.events)
    #expect(started.value == 1)
  }

  @Test func `a future's failure does not wait for demand, but its value does`() {
    let failed = Future<Int, Problem> { $0(.failure(.broken)) }
    let done = Future<Int, Problem> { $0(.success(1)) }

    #expect(Recorder(failed, demand: .none).events == [.subscription, .failure(.broken)])
    #expect(Recorder(done, demand: .none).events == [.subscription])
    #expect(history(done) == [.subscription, .value(1), .finished])
  }

  @Test func `a subscriber that cancels before the result does not get it`() {
    let promise = Box<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
    let future = Future<Int, Problem> { promise.value = $0 }
    let recorder = Recorder(future)

    recorder.cancel()
    promise.value?(.success(1))

    #expect(recorder.events == [.subscription])
  }
}
