import ArgumentParser
import Foundation

/// The process: its main thread waits for signals while the command runs in a task.
@main enum Main {
  static func main() {
    Signals.block()
    // Detached, because `main` runs on the main actor and its thread never returns.
    Task.detached {
      await GHSearchSandbox.main()
      exit(EXIT_SUCCESS)
    }
    Signals.receive()
  }
}
