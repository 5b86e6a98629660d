import Dispatch
package import Testing

/// Runs each test on a thread of its own.
///
/// Swift's pool has as many threads as there are processors. A test that blocks one of them, or computes for
/// long, keeps the tests that wait for a server from their responses, until requests time out.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable () async throws -> Void
  ) async throws {
    try await Self.run { try await body() }
  }

  /// Runs a part of a test on a thread of its own.
  package static func run<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    try await withTaskExecutorPreference(QueueExecutor()) { try await body() }
  }
}

extension Trait where Self == OwnThread {
  /// For tests that block their thread, such as for a process, or that compute for long.
  package static var ownThread: Self { Self() }
}

private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
