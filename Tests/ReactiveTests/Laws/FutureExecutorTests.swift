import Reactive
import ReactiveTesting
import TestSupport
import Testing

/// A future's operation runs on the caller's preferred executor.
@Suite struct FutureExecutorTests {
  @Test func `runs on the preferred executor`() {
    let recorder = Recorder(Future<Int, Never>(executorPreference: InlineExecutor()) { 42 })

    #expect(recorder.values == [42])
  }
}
