/// The faults still to come, in the order they were scripted.
struct FaultScript {
  private struct Entry {
    let fault: SandboxFault
    let matcher: RequestMatcher
    var remaining: Int
  }

  private var entries: [Entry] = []

  /// How many scripted faults no request has met yet, those without end not counted.
  var unusedCount: Int {
    entries.reduce(0) { $1.remaining == .max ? $0 : $0 + $1.remaining }
  }

  mutating func add(_ fault: SandboxFault, on matcher: RequestMatcher, times: Int) {
    entries.append(Entry(fault: fault, matcher: matcher, remaining: times))
  }

  mutating func removeAll() { entries = [] }

  /// The first fault left for the request, if any; it is used up by that.
  mutating func next(for request: SandboxRequest) -> SandboxFault? {
    guard
      let index = entries.firstIndex(where: { $0.remaining > 0 && $0.matcher.matches(request) })
    else { return nil }
    if entries[index].remaining != .max { entries[index].remaining -= 1 }
    return entries[index].fault
  }
}
