import ArgumentParser
import Foundation

/// Starts the command in a task; the main thread waits for signals.
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
