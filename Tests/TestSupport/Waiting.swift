/// Waits until the task is canceled.
package func untilCanceled() async throws {
  let (never, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in never {}
  withExtendedLifetime(continuation) {}
  throw CancellationError()
}
