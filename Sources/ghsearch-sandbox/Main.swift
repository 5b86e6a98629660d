import ArgumentParser
import Foundation

/// The process: its main thread waits for signals, the command runs beside it.
@main enum Main {
  static func main() {
    Signals.block()
    // Detached, because `main` is the main actor's and its thread does not come back.
    Task.detached {
      await GHSearchSandbox.main()
      exit(EXIT_SUCCESS)
    }
    Signals.receive()
  }
}
