import Foundation
import Reactive
import ReactiveTesting
import Testing

@Suite struct SubscriberHistories {
  @Test func `sink receives values and the end`() {
    let log = Box<[String]>([])
    let sink = failing(after: 1).sink(
      receiveCompletion: { end in log.change { $0.append("\(end)") } },
      receiveValue: { value in log.change { $0.append("\(value)") } }
    )

    #expect(log.value.count == 2)
    #expect(log.value.first == "1")
    withExtendedLifetime(sink) {}
  }

  @Test func `an AnySubscriber made of closures requests what they return`() {
    let upstream = ScriptedPublisher<Int, Problem>()
    upstream.subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: { .max($0) }
      )
    )

    #expect(upstream.requests == [.demand(.max(1))])
    #expect(upstream.send(4) == .max(4))
  }

  @Test func `an AnySubscriber without closures requests nothing`() {
    let upstream = ScriptedPublisher<Int, Problem>()
    upstream.subscribe(AnySubscriber<Int, Problem>())

    #expect(upstream.requests == [])
    #expect(upstream.send(4) == .none)
  }

  @Test func `type erasure keeps identifiers`() {
    let recorder = Recorder<Int, Problem>()
    let erased = AnySubscriber(recorder)

    #expect(erased.combineIdentifier == recorder.combineIdentifier)
    #expect(CombineIdentifier() != CombineIdentifier())
    #expect(CombineIdentifier(recorder) == recorder.combineIdentifier)
  }
}
