import Core
import Discovery
import GitHubModel
import Output
import System
import Terminal

/// The repositories named by the arguments of `check`, each once, with the first place that
/// names it.
struct CheckSources {
  private(set) var named: NamedRepositories
  /// The results of the files that could not be read.
  private(set) var outcome = BatchOutcome()
  private let session: Session
  private let context: Context

  /// The maximum size of a file in bytes.
  private static let maxFileBytes = 16 << 20

  init(_ session: Session, _ context: Context) {
    (self.session, self.context) = (session, context)
    named = NamedRepositories(
      webHost: session.base.webHost ?? "github.com",
      environment: session.world.environment
    )
  }

  /// Reads the arguments, or without any, a pipe or the manifests in the working directory.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/usage`` for an argument that is neither a
  /// file nor a repository, and
  ///   if there is no manifest.
  mutating func read(_ arguments: [String], repositories: [String]) async throws(OperationFailure) {
    for text in repositories { named.add(try RepositoryArgument.name(text, session, context)) }
    for argument in arguments { try await read(argument) }
    guard arguments.isEmpty, repositories.isEmpty else { return }
    if context.hasInputPipe { try await read("-") }
    if named.all.isEmpty { try await readDirectory(".") }
  }

  private mutating func read(_ argument: String) async throws(OperationFailure) {
    if argument == "-" { return add(try context.readInput(), from: "-") }
    let status = FileStatus(of: context.world.path(of: argument))
    if status.isDirectory { return try await readDirectory(argument) }
    if status.exists { return await readFile(argument) }
    do throws(OperationFailure) {
      named.add(try RepositoryArgument.name(argument, session, context))
    } catch {
      let why = "\"\(argument.truncated(toWidth: 100))\" is neither a file nor a repository"
      throw RepositoryArgument.isRow(argument) ? error : error.with(why: why)
    }
  }

  private mutating func readDirectory(_ directory: String) async throws(OperationFailure) {
    let prefix = directory == "." ? "" : directory.hasSuffix("/") ? directory : directory + "/"
    let found = ProjectFiles.names(in: context.world.path(of: prefix))
    guard !found.isEmpty else {
      throw OperationFailure(
        .usage,
        directory == "." ? "there is no manifest here" : "there is no manifest in \(directory)",
        advice: "name files or repositories, such as README.md or vapor/vapor"
      )
    }
    for name in found { await readFile(prefix + name) }
  }

  private mutating func readFile(_ file: String) async {
    do throws(OperationFailure) {
      let text = try await UserFile.text(
        of: context.world.path(of: file),
        named: file,
        atMost: Self.maxFileBytes
      )
      guard !text.utf8.contains(0) else {
        throw OperationFailure(.notText(file))
      }
      add(text, from: file)
    } catch {
      context.report(error)
      outcome.add(error.status)
    }
  }

  private mutating func add(_ text: String, from file: String) {
    let count = named.add(text, of: file, at: context.world.path(of: file))
    if count == 0 { return }
    let verb = count == 1 ? "names" : "name"
    context.note("\(Counted.text(count, "package")) of \(file) \(verb) no repository")
  }
}
