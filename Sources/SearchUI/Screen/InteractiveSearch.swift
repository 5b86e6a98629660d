package import GitHubModel
package import SearchModel
import System
package import Terminal

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The full-screen search as you type.
///
/// It takes the terminal, runs until the user leaves, and gives the terminal back. Whatever the
/// user chose is in the ``Outcome``; nothing is written to standard output.
///
/// ```swift
/// let search = InteractiveSearch(configuration, search: viewModel)
/// let outcome = try await search.run(on: TTY(), capabilities: capabilities)
/// ```
package struct InteractiveSearch: Sendable {
  /// What the environment decides.
  package struct Configuration: Sendable {
    package var options: ScreenOptions
    /// The query that the search begins with; it is searched for at once.
    package var initialText: String
    /// Tells changes by lines instead of showing them on the alternate screen.
    package var isAccessible: Bool
    /// The time of day, which ages are computed from.
    package var now: @Sendable () -> Date
    /// Opens a page in the browser; what went wrong, or nil.
    package var openPage: @Sendable (String) async -> String?
    /// Clones an address into a folder; what went wrong, or nil.
    ///
    /// Ends early when it is canceled.
    package var clone: @Sendable (_ address: String, _ folder: String) async -> String?
    /// Fetches an owner's picture; nil when there is none to show.
    ///
    /// Asked only where the options say that pictures are wanted.
    package var fetchPicture: @Sendable (Owner) async -> Picture?
    /// Gets a byte whenever all events are handled; for tests.
    package var idleSignal: Int32?

    package init(
      options: ScreenOptions = ScreenOptions(),
      initialText: String = "",
      isAccessible: Bool = false,
      now: @escaping @Sendable () -> Date,
      openPage: @escaping @Sendable (String) async -> String?,
      clone: @escaping @Sendable (_ address: String, _ folder: String) async -> String?,
      fetchPicture: @escaping @Sendable (Owner) async -> Picture? = { _ in nil },
      idleSignal: Int32? = nil
    ) {
      self.options = options
      self.initialText = initialText
      self.isAccessible = isAccessible
      self.now = now
      self.openPage = openPage
      self.clone = clone
      self.fetchPicture = fetchPicture
      self.idleSignal = idleSignal
    }
  }

  private let configuration: Configuration
  private let search: SearchViewModel

  package init(_ configuration: Configuration, search: SearchViewModel) {
    self.configuration = configuration
    self.search = search
  }

  /// Takes the terminal until the user leaves; keys are read on a thread of their own.
  ///
  /// - Returns: how the user left, and what was chosen.
  /// - Throws: when no terminal can be used, before anything is written.
  package func run(
    on tty: consuming TTY,
    capabilities: TerminalCapabilities
  ) async throws(TerminalError) -> Outcome {
    let modes = configuration.isAccessible ? TerminalModes([.bracketedPaste]) : nil
    let session = try TerminalSession(on: tty, capabilities: capabilities, modes: modes)
    return await DedicatedThread.run { [configuration, search] in
      defer { session.end() }
      let driver = ScreenDriver(configuration, search: search, device: session, size: session.size)
      var loop = EventLoop(session, idleSignal: configuration.idleSignal)
      loop.run { events, now in driver.step(events, at: now) }
      return driver.outcome ?? Outcome(.ended)
    }
  }
}
