package import Essentials
package import GitHubModel
package import SearchModel
import System
package import Terminal

/// The full-screen search as you type, as the environment configures it.
///
/// It takes the terminal, runs until the user leaves, and gives the terminal back. The ``Outcome`` has
/// what the user chose; nothing is written to standard output.
///
/// ```swift
/// let outcome = try await configuration.run(viewModel, on: TTY(), capabilities: capabilities, loop: loop)
/// ```
package struct InteractiveSearch: Sendable {
  package var options: ScreenOptions
  package var start: SearchStart
  /// Reports changes by lines instead of showing them on the alternate screen.
  package var isAccessible: Bool
  /// The time of day, which ages are computed from.
  package var now: @Sendable () -> Date
  /// Opens a page in the browser, and returns why that failed, or nil.
  package var openPage: @Sendable (String) async -> String?
  /// Puts a text on the clipboard of tmux or the desktop; false if that is not possible.
  package var copy: @Sendable (String) async -> Bool
  /// Clones an address into a directory, and returns why that failed, or nil.
  ///
  /// Ends early when it is canceled.
  package var clone: @Sendable (_ address: String, _ directory: String) async -> String?
  /// Runs a program, a word for each argument, on the terminal that was given back, and returns why it failed, or nil.
  ///
  /// Called on the thread of the keys, which waits meanwhile.
  package var run: @Sendable ([String]) -> String?
  /// Fetches an owner's picture; nil when there is none to show.
  ///
  /// Called only if the options ask for pictures.
  package var fetchPicture: @Sendable (Owner) async -> Picture?

  package init(
    options: ScreenOptions = ScreenOptions(),
    start: SearchStart = SearchStart(),
    isAccessible: Bool = false,
    now: @escaping @Sendable () -> Date,
    openPage: @escaping @Sendable (String) async -> String?,
    copy: @escaping @Sendable (String) async -> Bool,
    clone: @escaping @Sendable (_ address: String, _ directory: String) async -> String?,
    run: @escaping @Sendable ([String]) -> String?,
    fetchPicture: @escaping @Sendable (Owner) async -> Picture? = { _ in nil }
  ) {
    (self.options, self.start, self.isAccessible) = (options, start, isAccessible)
    (self.now, self.openPage, self.copy, self.clone) = (now, openPage, copy, clone)
    (self.run, self.fetchPicture) = (run, fetchPicture)
  }

  /// Takes the terminal until the user leaves; keys are read on a separate thread.
  ///
  /// The jobs of `scheduler`, on which the search runs, run on that thread.
  ///
  /// `onCancel` is called when the task is canceled, which does not end the screen.
  ///
  /// - Returns: how the user left, and the choice.
  /// - Throws: when no terminal can be used, before anything is written.
  package func run(
    _ search: SearchViewModel,
    on tty: consuming TTY,
    capabilities: TerminalCapabilities,
    loop scheduler: LoopScheduler,
    onCancel: @escaping @Sendable () -> Void
  ) async throws(TerminalError) -> Outcome {
    let modes: TerminalModes =
      isAccessible ? [.bracketedPaste] : .fullScreen(capabilities, hasMouse: options.hasMouse)
    let session = try TerminalSession(on: tty, capabilities: capabilities, modes: modes)
    return await withTaskCancellationHandler {
      await run(search, session, scheduler)
    } onCancel: {
      onCancel()
    }
  }

  private func run(
    _ search: SearchViewModel,
    _ session: TerminalSession,
    _ scheduler: LoopScheduler
  ) async -> Outcome {
    await DedicatedThread.run {
      defer { session.end() }
      let driver = ScreenDriver(
        self,
        search: search,
        loop: scheduler,
        device: session,
        size: session.size
      )
      var loop = EventLoop(session)
      loop.run { events, now in driver.step(events, at: now) }
      return driver.outcome ?? Outcome(.ended)
    }
  }
}
