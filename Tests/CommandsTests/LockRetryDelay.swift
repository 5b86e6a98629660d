/// Waits for another process to release a lock, as the program does.
///
/// Yielding would be too short: the system may have suspended the process that holds the lock.
@Sendable func lockRetryDelay() async throws {
  try await Task.sleep(for: .milliseconds(5))
}
