/// Runs tasks immediately, on the thread that starts or resumes them.
///
/// A test that completes a call sees all its consequences as soon as the completion returns.
package final class InlineExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
