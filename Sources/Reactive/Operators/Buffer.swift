extension Publisher {
  /// Keeps values that come before they are asked for.
  ///
  /// What there is is delivered when the subscriber asks. The stream finishes after the values that
  /// wait and, as in Combine, only while there is demand. An error does not wait for demand: values
  /// that were not asked for by then are dropped.
  ///
  /// ```marble
  /// numbers                                                       -1-2-3-4-----|
  /// demand                                                        ----------2----1
  /// buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)  ----------(3 4)|
  /// ```
  public func buffer(
    size: Int,
    prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(self) {
      BufferSubscription($0, size: size, prefetch: prefetch, whenFull: whenFull)
    }
  }
}

extension Publishers {
  /// How many values a buffer asks for ahead.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// As many as there is room for.
    case keepFull

    /// Everything, at once.
    case byRequest
  }

  /// What a full buffer does with another value.
  public enum BufferingStrategy<Failure: Error>: Sendable {
    /// Drops the value that comes.
    case dropNewest

    /// Drops the value that has waited longest.
    case dropOldest

    /// Fails with an error made by a closure.
    case customError(@Sendable () -> Failure)
  }

  /// What ``Publisher/buffer(size:prefetch:whenFull:)`` returns.
  public typealias Buffer<Upstream: Publisher> = Relayed<Upstream>
}

final class BufferSubscription<Input, Failure: Error>: OperatorSubscription, @unchecked Sendable {
  // @unchecked Sendable because the state is locked; values are handed over through it.
  enum Action {
    case deliver([Input])
    /// With the values that a failure overtook, to be released outside the lock.
    case end(Subscribers.Completion<Failure>, dropping: [Input])
    case nothing
  }

  /// What became of a value.
  enum Reception {
    case ignored
    case kept(dropped: Input?)
    case overflow(@Sendable () -> Failure)
  }

  struct State {
    var values: [Input] = []
    var demand = Subscribers.Demand.none
    var ending: Subscribers.Completion<Failure>?
    var isDraining = false
    var isOver = false

    var hasFailed: Bool {
      if case .failure = ending { true } else { false }
    }

    mutating func receive(
      _ input: Input,
      size: Int,
      whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Reception {
      if hasFailed { return .ignored }
      let isFull = values.count >= size
      switch whenFull {
      case .dropNewest where isFull: return .kept(dropped: input)
      case .customError(let makeError) where isFull: return .overflow(makeError)
      case .dropNewest, .dropOldest, .customError: values.append(input)
      }
      return .kept(dropped: isFull ? values.removeFirst() : nil)
    }

    /// The values that are due.
    ///
    /// The end waits for the values and for demand, a failure not for demand.
    mutating func next() -> Action {
      guard !isOver else { return .nothing }
      if demand != .none, !values.isEmpty { return .deliver(take()) }
      guard let ending, demand != .none || hasFailed else { return .nothing }
      isOver = true
      return .end(ending, dropping: exchange(&values, with: []))
    }

    mutating func take() -> [Input] {
      let count = Swift.min(demand.max ?? values.count, values.count)
      let taken = Array(values.prefix(count))
      values.removeFirst(count)
      demand -= count
      return taken
    }
  }

  let downstream: AnySubscriber<Input, Failure>
  let size: Int
  let prefetch: Publishers.PrefetchStrategy
  let whenFull: Publishers.BufferingStrategy<Failure>
  let upstream = UpstreamLink()
  let state = Locked(State())

  init(
    _ downstream: AnySubscriber<Input, Failure>,
    size: Int,
    prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) {
    self.downstream = downstream
    self.size = size
    self.prefetch = prefetch
    self.whenFull = whenFull
  }

  var name: StaticString { "Buffer" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    guard upstream.isConnected else { return }
    switch prefetch {
    case .keepFull: subscription.request(.max(size))
    case .byRequest: subscription.request(.unlimited)
    }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    switch state.withLock({ $0.receive(input, size: size, whenFull: whenFull) }) {
    case .ignored:
      return .none
    case .kept(let dropped):
      // Released outside the lock: its `deinit` may run any code.
      _ = dropped
      return drain()
    case .overflow(let makeError):
      let error = makeError()
      state.withLock { $0.ending = .failure(error) }
      upstream.close()?.cancel()
      return drain()
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.isConnected else { return }
    let isFirst = state.withLock { state in
      guard state.ending == nil else { return false }
      state.ending = completion
      return true
    }
    if isFirst { _ = drain() }
  }

  func request(_ demand: Subscribers.Demand) {
    guard upstream.isConnected else { return }
    state.withLock { $0.demand += demand }
    let more = drain()
    if more != .none { upstream.request(more) }
  }

  func cancel() {
    _ = state.withLock { state in
      state.isOver = true
      return exchange(&state.values, with: [])
    }
    upstream.close()?.cancel()
  }

  /// Delivers what is due, unless that is being done; answers how much room it made.
  func drain() -> Subscribers.Demand {
    if state.withLock({ exchange(&$0.isDraining, with: true) }) { return .none }
    var room = Subscribers.Demand.none
    while true {
      let action = state.withLock { state in
        let action = state.next()
        if case .nothing = action { state.isDraining = false }
        return action
      }
      switch action {
      case .deliver(let values): room += deliver(values)
      case .end(let completion, _):
        upstream.close()
        downstream.receive(completion: completion)
      case .nothing: return room
      }
    }
  }

  func deliver(_ values: [Input]) -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    for value in values {
      if state.withLock({ $0.isOver }) { break }
      more += downstream.receive(value)
    }
    state.withLock { $0.demand += more }
    return prefetch == .keepFull ? .max(values.count) : .none
  }
}
