import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers nothing, and lets other threads in first: a subscriber that is easily overlapped.
@Sendable func dawdle<Value>(_ value: Value) -> Subscribers.Demand {
  sched_yield()
  return .none
}
