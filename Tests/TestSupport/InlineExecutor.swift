/// Runs tasks at once, on the thread that starts or resumes them.
///
/// A test that answers a call then sees what follows from it when the answer returns.
package final class InlineExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
