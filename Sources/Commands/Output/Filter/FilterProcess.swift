import Locking
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that reads what we write and whose output becomes ours.
///
/// A thread of its own reads what the program writes while others write to it, so neither waits for
/// the other whatever the sizes.
final class FilterProcess: Sendable {
  /// How the program ended, and what it said on standard error.
  struct Ending: Sendable {
    /// Its exit status, or 128 and the signal's number.
    let status: Int32
    let complaint: String
  }

  let input: FilterInput
  /// Nil once it has ended: the number may be another's then.
  private let process: Guarded<pid_t?>
  private let reading: Task<FilterReader.Outcome, Never>

  /// Starts the program; the words are handed over as they are.
  ///
  /// - Throws: ``CommandFailure`` in the name of `name` when it cannot be started.
  init(_ words: [String], name: String, context: Context) throws(CommandFailure) {
    let streams = try FilterStreams(name: name)
    let process: pid_t
    do throws(CommandFailure) {
      process = try ChildProcess.start(
        words,
        environment: context.environment,
        streams: streams.child
      )
    } catch {
      streams.close()
      throw error
    }
    streams.closeChildEnds()
    input = FilterInput(streams.input)
    self.process = Guarded(process)
    let reader = FilterReader(output: streams.output, errors: streams.errors, context: context)
    reading = Task.detached { await DedicatedThread.run { reader.read() } }
  }

  /// Asks the program to end at once.
  func stop() {
    process.withLock { process in
      if let process { kill(process, SIGTERM) }
    }
  }

  /// Ends the program's input, and waits for the rest of its output and for its end.
  func finish() async throws(CommandFailure) -> Ending {
    input.close()
    let outcome = await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      stop()
    }
    // Nothing reads any more: a program that still writes ends by that.
    let status = await DedicatedThread.run { [self] in reap() }
    try outcome.output.get()
    return Ending(status: status, complaint: outcome.complaint)
  }

  /// Waits for the end first and takes its number away under the lock, so nobody is asked to end in
  /// its place.
  private func reap() -> Int32 {
    guard let number = process.withLock(\.self) else { return 0 }
    var ending = siginfo_t()
    while waitid(P_PID, id_t(number), &ending, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return process.withLock { process in
      process = nil
      return ChildProcess.wait(for: number)
    }
  }
}
