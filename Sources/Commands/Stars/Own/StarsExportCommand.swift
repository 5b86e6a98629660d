import ArgumentParser
import RepositoryStore

/// `ghsearch stars export`.
struct StarsExportCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all your stars, with every field and the time of each, from the local copy."
  )

  @Flag(help: "The format.")
  var format: StarExport.Format

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  private var selection: StarSelection { StarSelection(qualifiers: qualifiers) }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let attempted = "export your stars"
    let stars = try await OwnStars(for: attempted, in: context).all()
    let export = StarExport(format: format, isShown: context.terminal != nil)
    var stream = PieceStream(to: context.print)
    export.write(try selection.selected(stars, for: attempted), to: &stream)
    try stream.flush()
    return .success
  }
}

extension StarExport.Format: EnumerableFlag {
  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .csv: "Comma-separated values with a header."
    case .json: "One JSON array."
    case .markdown: "A list of links by language."
    }
  }
}
