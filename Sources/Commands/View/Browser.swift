import GitHubModel
import System

enum Browser {
  /// Opens the address with `$BROWSER`, else with the system's opener; if there is none, or it fails,
  /// prints it.
  ///
  /// - Throws: ``CommandFailure`` if every command in `$BROWSER` fails.
  static func open(_ url: String, _ context: Context) async throws(CommandFailure) -> ExitStatus {
    do throws(CommandFailure) {
      if try await !launch(url, context, isDetached: false) { try context.print(url + "\n") }
      return .success
    } catch {
      if error.kind != .cancelled { try context.print(url + "\n") }
      throw error
    }
  }

  /// Opens the address without printing anything, for the searches; returns what went wrong, or nil.
  ///
  /// Runs `$BROWSER` detached, since the full screen has the terminal.
  static func openQuietly(
    _ url: String,
    _ context: Context,
    isDetached: Bool = false
  ) async -> String? {
    do throws(CommandFailure) {
      let isOpen = try await launch(url, context, isDetached: isDetached)
      return isOpen ? nil : "no browser found; set BROWSER"
    } catch {
      return error.why
    }
  }

  /// Opens the address with `$BROWSER`, else with the system's opener; false if no opener works, as on a machine
  /// without a desktop.
  ///
  /// `BROWSER` is a list of commands, separated by colons; the first that can be started is used, and its
  /// failure is not another's turn. `%s` in a command stands for the address. It runs in the foreground, since it
  /// may be a text browser. An opener is detached, since some become the browser and run until its window is closed.
  private static func launch(
    _ url: String,
    _ context: Context,
    isDetached: Bool
  ) async throws(CommandFailure) -> Bool {
    let commands = configured(in: context.environment)
    if commands.isEmpty {
      for opener in systemOpeners(in: context.environment)
      where (try? await context.launch([opener, url], true)) == 0 {
        return true
      }
      return false
    }
    var failure = CommandFailure(.localFile, "open \(url)", "no browser")
    for command in commands {
      let words =
        command.contains { $0.contains("%s") }
        ? command.map { $0.replacing("%s", with: url) } : command + [url]
      let status: Int32
      do throws(CommandFailure) {
        status = try await context.launch(words, isDetached)
      } catch {
        if error.kind == .cancelled { throw error }
        failure = error.with(advice: ["check BROWSER"])
        continue
      }
      guard status != 0 else { return true }
      throw CommandFailure(
        .localFile,
        "open \(url)",
        "\(command[0]) exited with status \(status)",
        advice: "set BROWSER to a working browser"
      )
    }
    throw failure
  }

  /// The words of each command in `BROWSER`.
  static func configured(in environment: [String: String]) -> [[String]] {
    (environment["BROWSER"] ?? "").split(separator: ":")
      .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      .filter { !$0.isEmpty }
  }

  /// The programs on `PATH` that open an address in the desktop's default browser, the best first.
  static func systemOpeners(in environment: [String: String]) -> [String] {
    openerNames.compactMap { ProgramPath.find($0, in: environment) }
  }

  #if canImport(Darwin)
    private static let openerNames = ["open"]
  #else
    // The first is freedesktop.org's, the second WSL's. On Linux, `open` is another program.
    private static let openerNames = ["xdg-open", "wslview"]
  #endif
}
