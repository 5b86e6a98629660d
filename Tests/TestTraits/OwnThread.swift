import Dispatch
package import Testing

/// Runs each test on its own thread.
///
/// Swift's pool has one thread per processor. A test that blocks one of these, or computes for long,
/// delays the tests that wait for a server, until their requests time out.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable () async throws -> Void
  ) async throws {
    try await Self.run { try await body() }
  }

  /// Runs a part of a test on its own thread.
  package static func run<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    try await withTaskExecutorPreference(QueueExecutor()) { try await body() }
  }
}

extension Trait where Self == OwnThread {
  /// For tests that block their thread, for example to wait for a process, or that compute for a
  /// long time.
  package static var ownThread: Self { Self() }
}

private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
