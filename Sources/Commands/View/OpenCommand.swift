import ArgumentParser
import Core
import Output

struct OpenCommand: SessionCommand {
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

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let name = try RepositoryArgument.name(repository.text, session, context)
    return try await Browser.open(try await WebPage.repository(name, session), context)
  }
}
