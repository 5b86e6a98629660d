/// Waits for somebody else to release a lock, as the program does.
///
/// A yield is no such wait: whoever has the lock may have been put aside by the system, and two hundred yields
/// are over before it is back.
@Sendable func restForOther() async throws {
  try await Task.sleep(for: .milliseconds(1))
}
