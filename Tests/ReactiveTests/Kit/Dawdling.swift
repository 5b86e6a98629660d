import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Requests nothing, and yields to other threads first, so that overlapping calls become likely.
@Sendable func dawdle<Value>(_ value: Value) -> Subscribers.Demand {
  sched_yield()
  return .none
}
