/// The user's browser.
enum Browser {
  /// Opens the address with `$BROWSER`, or prints it where there is none.
  ///
  /// `BROWSER` is a list of commands, separated by colons; the first that starts is taken. A `%s` in
  /// one stands for the address.
  static func open(_ url: String, _ context: Context) throws(CommandFailure) -> ExitStatus {
    let commands = (context.environment["BROWSER"] ?? "").split(separator: ":")
      .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      .filter { !$0.isEmpty }
    guard !commands.isEmpty else {
      try context.print(url + "\n")
      return .success
    }
    var failure = CommandFailure(.localFile, "open \(url)", "no browser")
    for command in commands {
      do throws(CommandFailure) {
        return try run(command, url, context)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Opens the address on behalf of a screen, which must not be written to; what went wrong, or nil.
  static func openQuietly(_ url: String, _ context: Context) -> String? {
    guard context.environment["BROWSER"].map({ !$0.isEmpty }) == true else {
      return "BROWSER is not set"
    }
    do throws(CommandFailure) {
      _ = try open(url, context)
      return nil
    } catch {
      return error.why
    }
  }

  private static func run(
    _ command: [String],
    _ url: String,
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    let hasPlace = command.contains { $0.contains("%s") }
    let words = hasPlace ? command.map { $0.replacing("%s", with: url) } : command + [url]
    let status = try context.launch(words)
    guard status == 0 else {
      throw CommandFailure(
        .localFile,
        "open \(url)",
        "\(command[0]) ended with status \(status)",
        advice: "set BROWSER to a program that opens a page"
      )
    }
    return .success
  }
}
