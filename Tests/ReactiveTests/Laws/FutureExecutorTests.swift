import Reactive
import ReactiveTesting
import Testing

/// A future's operation runs where the caller wants it.
@Suite struct FutureExecutorTests {
  /// Runs a task at once, on the thread that starts it.
  private final class Inline: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  @Test func `runs on the executor it prefers`() {
    let recorder = Recorder(Future<Int, Never>(executorPreference: Inline()) { 42 })

    #expect(recorder.values == [42])
  }
}
