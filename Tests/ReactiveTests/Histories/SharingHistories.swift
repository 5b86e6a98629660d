import Reactive
import ReactiveTesting
import Testing

@Suite struct SharingHistories {
  @Test func `share has one subscription for all, and late ones miss what was before`() {
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

  @Test func `share is cancelled with its last subscriber, however often each cancels`() throws {
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

  @Test func `share subscribes again after everyone has left`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()

    Recorder(share).cancel()
    let second = Recorder(share)
    upstream.send(1)

    #expect(upstream.subscriberCount == 2)
    #expect(second.values == [1])
  }

  @Test func `a subscriber that subscribes another one does not connect twice`() {
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

  @Test func `a subscriber that leaves at once leaves nothing connected`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let share = upstream.share()

    share.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))

    #expect(upstream.subscriberCount == 0 || upstream.requests.last == .cancel)
  }

  @Test func `multicast starts at connect and stops when that is cancelled`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let multicast = upstream.multicast { PassthroughSubject<Int, Never>() }
    let (first, second) = (Recorder(multicast), Recorder(multicast))
    #expect(upstream.subscriberCount == 0)

    let connection = multicast.connect()
    upstream.send(1)
    connection.cancel()

    #expect(first.events == [.subscription, .value(1)])
    #expect(second.events == first.events)
    #expect(upstream.requests.last == .cancel)
  }

  @Test func `multicast over a current-value subject remembers`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let multicast = upstream.multicast(subject: CurrentValueSubject(0))
    let connection = multicast.connect()

    upstream.send(1)
    let late = Recorder(multicast)

    #expect(late.values == [1])
    withExtendedLifetime(connection) {}
  }
}
