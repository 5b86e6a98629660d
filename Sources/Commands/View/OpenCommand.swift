import ArgumentParser
import GitHubModel
import System

/// `ghsearch open`: a repository's page in the browser.
struct OpenCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.open.rawValue,
    abstract: "Open a repository's page in the browser, or print its URL.",
    usage: "ghsearch open <repo> [flags]",
    discussion: """
      Uses $BROWSER, or else the system's opener.

      EXAMPLES:
        ghsearch open vapor/vapor
        ghsearch open 3
      """
  )

  @OptionGroup var repository: SingleRepository

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context)
    let name = try RepositoryArgument.name(repository.text, for: "open", session)
    return try await Browser.open(try await WebPage.repository(name, session), context)
  }
}

/// Addresses of web pages, all of them on the web host of the configured API.
///
/// If that host is not known, there is no page: opening it on github.com instead would reveal searches of a
/// private server.
enum WebPage {
  /// The results of a search.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the web host is not known.
  static func search(_ query: SearchQuery, base: APIBase) throws(CommandFailure) -> String {
    guard let host = base.webHost else { throw unknownHost("open the search", base) }
    let url = "https://\(host)/search?q=\(query.q.percentEncoded)&type=repositories"
    guard query.sort != .bestMatch else { return url }
    return url + "&s=\(query.sort.rawValue)&o=\(query.order.rawValue)"
  }

  /// The user's own stars, or those of another user.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the web host is not known.
  static func stars(of login: String? = nil, base: APIBase) throws(CommandFailure) -> String {
    guard let host = base.webHost else { throw unknownHost("open the stars", base) }
    return "https://\(host)/" + (login.map { "\($0)?tab=stars" } ?? "stars")
  }

  /// A repository's page.
  ///
  /// If the web host is not known, this is the address that the API itself once gave for the repository, if
  /// it is on the API's own host.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if there is no such address either.
  static func repository(
    _ name: RepositoryName,
    _ session: Session
  ) async throws(CommandFailure) -> String {
    let base = session.base
    if let host = base.webHost { return repository(name, on: host) }
    guard let url = await session.library.knownRepository(name)?.url, isOn(base.origin, url) else {
      throw unknownHost("open \(name)", base)
    }
    return url
  }

  /// A repository's page on a web host.
  static func repository(_ name: RepositoryName, on host: String) -> String {
    "https://\(host)/\(name)"
  }

  /// Ports may differ: an API and its pages are often served by two programs.
  private static func isOn(_ origin: Origin, _ url: String) -> Bool {
    Origin.split(url)?.origin.host == origin.host
  }

  private static func unknownHost(_ operation: String, _ base: APIBase) -> CommandFailure {
    CommandFailure(
      .usage,
      operation,
      "the web host of the API at \(base) is not known",
      advice: "for GitHub Enterprise, use --hostname or GH_HOST instead of GHSEARCH_API_URL"
    )
  }
}

/// The user's browser.
enum Browser {
  /// Opens the address with `$BROWSER`, else with the system's opener; if there is none, or it fails,
  /// prints it.
  ///
  /// - Throws: ``CommandFailure`` if every command in `$BROWSER` fails.
  static func open(
    _ url: String,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    if configured(in: context.environment).isEmpty {
      if await !openBySystem(url, context) { try context.print(url + "\n") }
      return .success
    }
    do throws(CommandFailure) {
      return try await openByUser(url, context)
    } catch {
      if error.kind != .cancelled { try context.print(url + "\n") }
      throw error
    }
  }

  /// Opens the address with `$BROWSER`.
  ///
  /// `BROWSER` is a list of commands, separated by colons; the first that can be started is used, and its
  /// failure is not another's turn. `%s` in a command stands for the address. It runs in the foreground, since it
  /// may be a text browser.
  private static func openByUser(
    _ url: String,
    _ context: Context,
    isDetached: Bool = false
  ) async throws(CommandFailure) -> ExitStatus {
    var failure = CommandFailure(.localFile, "open \(url)", "no browser")
    for command in configured(in: context.environment) {
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
      guard status != 0 else { return .success }
      throw CommandFailure(
        .localFile,
        "open \(url)",
        "\(command[0]) exited with status \(status)",
        advice: "set BROWSER to a working browser"
      )
    }
    throw failure
  }

  /// Opens the address without printing anything, for the searches; returns what went wrong, or nil.
  ///
  /// Runs `$BROWSER` detached, since the full screen has the terminal.
  static func openQuietly(
    _ url: String,
    _ context: Context,
    isDetached: Bool = false
  ) async -> String? {
    if configured(in: context.environment).isEmpty {
      return await openBySystem(url, context) ? nil : "no browser found; set BROWSER"
    }
    do throws(CommandFailure) {
      _ = try await openByUser(url, context, isDetached: isDetached)
      return nil
    } catch {
      return error.why
    }
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

  /// Returns false if no opener works, as on a machine without a desktop.
  ///
  /// Detached, since some openers become the browser and run until its window is closed.
  private static func openBySystem(_ url: String, _ context: Context) async -> Bool {
    for opener in systemOpeners(in: context.environment)
    where (try? await context.launch([opener, url], true)) == 0 {
      return true
    }
    return false
  }
}
