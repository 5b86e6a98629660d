package import Core
import GitHubModel
import System

package enum Browser {
  /// Opens a URL with `$BROWSER` or else the system's opener; prints it if there is none, or it
  /// fails.
  ///
  /// - Throws: ``OperationFailure`` if every command in `$BROWSER` fails.
  package static func open(_ url: String, _ context: Context) async throws(OperationFailure)
    -> ExitStatus
  {
    do throws(OperationFailure) {
      if try await !launch(url, context, isDetached: false) { try context.print(url + "\n") }
      return .success
    } catch {
      if error.kind != .canceled { try context.print(url + "\n") }
      throw error
    }
  }

  /// Opens a URL without printing anything, for the searches; returns what went wrong, or nil.
  ///
  /// Runs `$BROWSER` detached, since the full screen is using the terminal.
  package static func openQuietly(
    _ url: String,
    _ context: Context,
    isDetached: Bool = false
  ) async -> String? {
    do throws(OperationFailure) {
      let isOpen = try await launch(url, context, isDetached: isDetached)
      return isOpen ? nil : "no browser found; set BROWSER"
    } catch {
      return error.why
    }
  }

  /// Opens a URL with `$BROWSER` or else the system's opener; returns false if no opener works, as
  /// on a machine without a desktop.
  ///
  /// `BROWSER` is a colon-separated list of commands; the first that can start is used, even if it
  /// fails. `%s` in a command stands for the URL. It runs in the foreground, since it may be a text
  /// browser. An opener is detached, since some become the browser and run until its window is
  /// closed.
  private static func launch(
    _ url: String,
    _ context: Context,
    isDetached: Bool
  ) async throws(OperationFailure) -> Bool {
    let commands = configured(in: context.world.environment)
    if commands.isEmpty {
      for opener in systemOpeners(in: context.world.environment)
      where (try? await context.launch([opener, url], true)) == 0 {
        return true
      }
      return false
    }
    var failure = OperationFailure(.localFile, "open \(url)", "no browser")
    for command in commands {
      let words = command.words(opening: url)
      do throws(OperationFailure) {
        let status = try await context.launch(words, isDetached)
        if status == 0 { return true }
        failure = command.failure(status)
        if !UserCommand.isMissing(status) { break }
      } catch {
        if error.kind == .canceled { throw error }
        failure = command.advising(error)
      }
    }
    throw failure
  }

  /// The commands in `BROWSER`.
  private static func configured(in environment: [String: String]) -> [UserCommand] {
    (environment["BROWSER"] ?? "").split(separator: ":")
      .filter { !$0.allSatisfy(\.isWhitespace) }
      .map { UserCommand(text: String($0), variable: "BROWSER") }
  }

  /// The programs in `PATH` that open a URL in the desktop's default browser, preferred ones first.
  private static func systemOpeners(in environment: [String: String]) -> [String] {
    openerNames.compactMap { ProgramPath.find($0, in: environment) }
  }

  #if canImport(Darwin)
    private static let openerNames = ["open"]
  #else
    // The first is freedesktop.org's, the second WSL's. On Linux, `open` is a different program.
    private static let openerNames = ["xdg-open", "wslview"]
  #endif
}

extension UserCommand {
  /// The words to run, with the URL replacing each `%s`, however it is quoted, or else as the last
  /// word.
  fileprivate func words(opening url: String) -> [String] {
    guard text.contains("%s") else { return words([url]) }
    var (script, quote) = ("", nil as Character?)
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix("%s") {
        let argument = quote == "\"" ? "$1" : "\"$1\""
        script += quote == "'" ? "'\(argument)'" : argument
        rest = rest.dropFirst(2)
        continue
      }
      let isEscape = character == "\\" && quote != "'"
      script += rest.prefix(isEscape ? 2 : 1)
      rest = rest.dropFirst(isEscape ? 2 : 1)
      guard !isEscape, ["'", "\""].contains(character) else { continue }
      if quote == nil { quote = character } else if quote == character { quote = nil }
    }
    return ["/bin/sh", "-c", script, "sh", url]
  }
}
