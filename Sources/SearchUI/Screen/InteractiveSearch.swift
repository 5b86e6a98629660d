package import Essentials
package import GitHubModel
package import SearchModel
import System
package import Terminal

/// The full-screen search as you type, configured by the environment.
///
/// It takes over the terminal, runs until the user quits, and restores the terminal. The
/// ``Outcome`` contains the user's choice; nothing is written to standard output.
///
/// ```swift
/// let outcome = try await configuration.run(viewModel, on: TTY(), capabilities: capabilities, loop: loop)
/// ```
package struct InteractiveSearch: Sendable {
  package var options: ScreenOptions
  package var start: SearchStart
  /// Whether to report changes in lines instead of showing them on the alternate screen.
  package var isAccessible: Bool
  /// The time of day, which ages are relative to.
  package var now: @Sendable () -> Date
  /// Opens a page in the browser, and returns why that failed, or nil.
  package var openPage: @Sendable (String) async -> String?
  /// Copies a text to the clipboard of tmux or the desktop; returns false if that is impossible.
  package var copy: @Sendable (String) async -> Bool
  /// Clones a URL into a directory; returns the reason if it failed.
  ///
  /// Ends early if canceled.
  package var clone: @Sendable (_ address: String, _ directory: String) async -> String?
  /// Runs a program with its arguments on the released terminal; returns the reason if it failed.
  ///
  /// Called on the key thread, which waits for it.
  package var run: @Sendable ([String]) -> String?
  /// Fetches an owner's avatar; nil if there is none to show.
  ///
  /// Called only if the options enable pictures.
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

  /// Takes over the terminal until the user quits; keys are read on a separate thread.
  ///
  /// The jobs of `scheduler`, which runs the search, run on that thread.
  ///
  /// `onCancel` is called when the task is canceled, which does not close the screen.
  ///
  /// - Returns: How the user quit, and the choice.
  /// - Throws: An error if no terminal can be used, before anything is written.
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
      // Otherwise the screen would take the terminal from the shell while the process ends.
      session.abandon()
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
