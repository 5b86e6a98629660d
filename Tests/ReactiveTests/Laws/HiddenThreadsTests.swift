import Dispatch
import Reactive
import ReactiveTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Law 6: only operators that take a scheduler change threads or time.
@Suite(.timeLimit(.minutes(20))) struct HiddenThreadsTests {
  @Test(arguments: OperatorCase.all(without: .scheduled))
  func `delivers values and the end on the sender's thread, before send returns`(
    _ make: OperatorCase
  ) {
    let subject = PassthroughSubject<Int, Problem>()
    let threads = Box<Set<ThreadIdentity>>([])
    let meddler = Meddler(
      onValue: { _, _ in threads.change { _ = $0.insert(.current) } },
      onEnd: { _ in threads.change { _ = $0.insert(.current) } }
    )
    make(subject).subscribe(meddler)
    let sender = Box<ThreadIdentity?>(nil)

    race(threads: 1) { _ in
      sender.value = .current
      subject.send(1)
      subject.send(2)
      subject.send(completion: .finished)
      #expect(meddler.recorder.events.last?.isEnd == true)
    }

    #expect(Array(threads.value) == [sender.value])
  }

  @Test(arguments: OperatorCase.all(.scheduled))
  func `only the scheduler provides time and threads`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let threads = Box<Set<ThreadIdentity>>([])
    let meddler = Meddler(onValue: { _, _ in threads.change { _ = $0.insert(.current) } })
    make(subject, .init(clock: clock)).subscribe(meddler)
    clock.tick()

    race(threads: 1) { _ in subject.send(1) }
    #expect(meddler.recorder.values.count == 0)
    clock.tick()

    #expect(meddler.recorder.values.count == 1)
    #expect(Array(threads.value) == [.current])
  }

  /// A turn may start while another thread delivers the subscription.
  @Test(arguments: OperatorCase.all(.scheduled))
  func `delivers values due during subscription on the scheduler`(
    _ make: OperatorCase
  ) {
    let clock = VirtualTimeScheduler()
    let recorder = Recorder<Int, Problem>(onSubscription: { _ in clock.tick() })

    make(Record(output: [1], completion: .finished), .init(clock: clock)).subscribe(recorder)
    #expect(recorder.events == [.subscription])
    clock.tick()

    #expect(recorder.events.last == .finished)
  }

  @Test func `receive(on:) a queue delivers on that queue, in order`() {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "delivery")
    queue.setSpecific(key: key, value: true)
    let done = DispatchSemaphore(value: 0)
    let isThere = Box(true)
    let values = Box<[Int]>([])

    let sink = (1...100).publisher.receive(on: queue).sink(
      receiveCompletion: { _ in done.signal() },
      receiveValue: { value in
        values.change { $0.append(value) }
        if DispatchQueue.getSpecific(key: key) != true { isThere.value = false }
      }
    )
    done.wait()

    #expect(isThere.value)
    #expect(values.value == Array(1...100))
    withExtendedLifetime(sink) {}
  }
}

/// The identity of a thread.
private struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(number: UInt(pthread_self()))
    #endif
  }
}
