import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The running program under test, for servers that signal it; its calls block.
final class Subject: @unchecked Sendable {
  // @unchecked Sendable because all access happens under the condition's lock.
  private let condition = NSCondition()
  private var pid: pid_t?
  private var terminal: Int32?
  private var isStopped = false
  private var hasEnded = false

  func start(_ pid: pid_t, terminal: Int32?) {
    change { (self.pid, self.terminal) = (pid, terminal) }
  }

  func stop() {
    change { isStopped = true }
  }

  /// Stops sending signals, because the process id may now be another program's.
  func end() {
    change { hasEnded = true }
  }

  /// Returns false if the program has ended.
  func signal(_ number: Int32) -> Bool {
    condition.withLock {
      while pid == nil && !hasEnded { condition.wait() }
      guard let pid, !hasEnded else { return false }
      if number == SIGCONT { isStopped = false }
      return kill(pid, number) == 0
    }
  }

  /// Returns false if the program ended instead.
  func awaitStop() -> Bool {
    condition.withLock {
      while !isStopped && !hasEnded { condition.wait() }
      return isStopped
    }
  }

  func type(_ text: String) -> Bool {
    condition.withLock {
      guard let terminal, !hasEnded else { return false }
      let bytes = Array(text.utf8)
      return write(terminal, bytes, bytes.count) == bytes.count
    }
  }

  private func change(_ body: () -> Void) {
    condition.withLock {
      body()
      condition.broadcast()
    }
  }
}
