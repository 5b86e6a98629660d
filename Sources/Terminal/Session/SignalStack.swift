#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A spare stack for the signal handlers of one thread, for when its own is full.
struct SignalStack {
  private static let size = 64 * 1024

  private let memory: UnsafeMutableRawPointer
  private var previous = stack_t()

  /// For the calling thread, which is to call `remove` too.
  init() {
    memory = .allocate(byteCount: Self.size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = Self.size
    sigaltstack(&stack, &previous)
  }

  func remove() {
    var previous = previous
    sigaltstack(&previous, nil)
    memory.deallocate()
  }
}
