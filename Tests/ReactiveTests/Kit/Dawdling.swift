import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Requests nothing, after yielding to other threads, so that overlapping calls become likely.
@Sendable func dawdle<Value>(_ value: Value) -> Subscribers.Demand {
  sched_yield()
  return .none
}
