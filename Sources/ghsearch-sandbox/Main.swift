import ArgumentParser
import Foundation

/// The process: its main thread waits for signals, the command runs beside it.
@main enum Main {
  static func main() {
    Signals.block()
    Task {
      await GHSearchSandbox.main()
      exit(EXIT_SUCCESS)
    }
    Signals.receive()
  }
}
