import Reactive
import ReactiveTesting
import Testing

/// Law 8: everything that crosses threads is `Sendable` by type.
///
/// Most of this law is what the compiler refuses; this is what it has to accept, and what can be
/// seen while running.
@Suite(.timeLimit(.minutes(20))) struct SwiftSixTests {
  private func takes<T: Sendable>(_: T.Type) -> Bool { true }

  @Test func `the parts that cross threads are Sendable`() {
    #expect(takes(AnyCancellable.self))
    #expect(takes((any Cancellable).self))
    #expect(takes((any Subscription).self))
    #expect(takes(Subscribers.Demand.self))
    #expect(takes(Subscribers.Completion<Problem>.self))
    #expect(takes(AnySubscriber<Int, Problem>.self))
    #expect(takes(CombineIdentifier.self))
  }

  @Test func `publishers of Sendable values are Sendable`() {
    #expect(takes(AnyPublisher<Int, Problem>.self))
    #expect(takes(PassthroughSubject<Int, Problem>.self))
    #expect(takes(CurrentValueSubject<Int, Problem>.self))
    #expect(takes(Just<Int>.self))
    #expect(takes(Record<Int, Problem>.self))
    #expect(takes(Future<Int, Problem>.self))
    #expect(takes(VirtualTimeScheduler.self))
  }

  @Test func `operators over Sendable publishers are Sendable`() {
    typealias Source = PassthroughSubject<Int, Problem>
    #expect(takes(Publishers.Map<Source, String>.self))
    #expect(takes(Publishers.RemoveDuplicates<Source>.self))
    #expect(takes(Publishers.Reduce<Source, Int>.self))
    #expect(takes(Publishers.Zip<Source, Source>.self))
    #expect(takes(Publishers.Merge3<Source, Source, Source>.self))
    #expect(takes(Publishers.Share<Source>.self))
    #expect(takes(Publishers.Multicast<Source, Source>.self))
    #expect(takes(Publishers.Autoconnect<Publishers.Multicast<Source, Source>>.self))
    #expect(takes(Publishers.SubscribeOn<Source, VirtualTimeScheduler>.self))
  }

  @Test func `a chain is used from two tasks`() async {
    let subject = CurrentValueSubject<Int, Never>(7)
    let chain = subject.map { $0 * 2 }.filter { $0 > 0 }.prefix(1)

    async let first = Task { Recorder(chain).values }.value
    async let second = Task { Recorder(chain).values }.value

    #expect(await (first, second) == ([14], [14]))
  }

  @Test func `a subject is sent to from other tasks`() async {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject.map { $0 * 2 })

    await withTaskGroup(of: Void.self) { group in
      for value in 1...100 { group.addTask { subject.send(value) } }
    }

    #expect(recorder.values.sorted() == (1...100).map { $0 * 2 })
    #expect(recorder.overlaps == 0)
  }

  @Test @MainActor func `a stream is consumed on an actor`() async {
    var values: [Int] = []

    for await value in (1...5).publisher.values {
      MainActor.assertIsolated()
      values.append(value)
    }

    #expect(values == [1, 2, 3, 4, 5])
  }
}
