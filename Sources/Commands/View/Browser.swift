/// The user's browser.
enum Browser {
  /// Opens the address with `$BROWSER`, or prints it where there is none.
  ///
  /// `BROWSER` is a list of commands, separated by colons; the first that starts is taken. A `%s` in
  /// one stands for the address.
  static func open(_ url: String, _ context: Context) throws(CommandFailure) -> ExitStatus {
    let commands = (context.environment["BROWSER"] ?? "").split(separator: ":")
    guard let command = commands.first, !command.allSatisfy(\.isWhitespace) else {
      try context.print(url + "\n")
      return .success
    }
    let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    let program =
      words.contains { $0.contains("%s") }
      ? words.map { $0.replacing("%s", with: url) } : words + [url]
    let status = try context.launch(program)
    guard status == 0 else {
      throw CommandFailure(
        .localFile,
        "open \(url)",
        "\(words[0]) ended with status \(status)",
        advice: "set BROWSER to a program that opens a page"
      )
    }
    return .success
  }
}
