import Reactive
import ReactiveTesting
import Testing

@Suite struct SharingHistories {
  @Test func `share has one subscription for all, and late subscribers miss earlier values`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()
    let first = Recorder(share)
    upstream.send(1)
    let second = Recorder(share)
    upstream.send(2)
    upstream.send(completion: .finished)

    #expect(upstream.subscriberCount == 1)
    #expect(first.events == [.subscription, .value(1), .value(2), .finished])
    #expect(second.events == [.subscription, .value(2), .finished])
  }

  @Test func `share is canceled with its last subscriber, however often each cancels`() throws {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()
    let first = Recorder(share)
    let second = Recorder(share)
    let subscription = try #require(first.subscription)

    for _ in 1...3 { subscription.cancel() }
    #expect(upstream.requests == [.demand(.unlimited)])
    upstream.send(1)
    second.cancel()

    #expect(second.values == [1])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test func `share subscribes again after its last subscriber has canceled`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()

    Recorder(share).cancel()
    let second = Recorder(share)
    upstream.send(1)

    #expect(upstream.subscriberCount == 2)
    #expect(second.values == [1])
  }

  @Test func `a subscriber that subscribes another does not connect twice`() {
    let upstream = ScriptedPublisher<Int, Problem>()
    let share = upstream.share()
    let second = Recorder<Int, Problem>()
    let first = Meddler(onSubscription: { _ in share.subscribe(second) })

    share.subscribe(first)
    upstream.send(1)

    #expect(upstream.subscriberCount == 1)
    #expect(first.recorder.values == [1])
    #expect(second.values == [1])
  }

  @Test func `a subscriber that cancels immediately leaves no connection`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()

    share.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))

    #expect(upstream.subscriberCount == 0 || upstream.requests.last == .cancel)
  }

  /// A subscriber that cancels twice would be counted twice, and the other one cut off.
  @Test func `share keeps its other subscriber when one cancels twice at once`() throws {
    for _ in 0..<500 {
      let upstream = ScriptedPublisher<Int, Never>()
      let share = upstream.share()
      let (first, second) = (Recorder(share), Recorder(share))
      let subscription = try #require(first.subscription)

      race(threads: 2) { _ in subscription.cancel() }
      let third = Recorder(share)
      third.cancel()
      upstream.send(1)

      #expect(second.values == [1])
      #expect(upstream.requests == [.demand(.unlimited)])
    }
  }
}
