import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import System
import Terminal

struct NoteCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.note.rawValue,
    abstract: "Write or show a note about a repository.",
    usage: "ghsearch note <repo> [<text> ...] [flags]",
    discussion: """
      A note records why you are interested in a repository, starred or not. Notes are stored on \
      this machine, shown by `view` and `stars list`, searched by `stars search`, and exported \
      with your stars.

      Without text, prints the note; exits with 1 if there is none. Text replaces the note; - \
      reads it from standard input.

      EXAMPLES:
        ghsearch note vapor/vapor the server we use at work
        ghsearch note vapor/vapor
        ghsearch note vapor/vapor --edit
        ghsearch note 2 --remove
      """
  )

  @OptionGroup var repository: SingleRepository

  @Argument(help: ArgumentHelp("The note; - reads it from standard input.", valueName: "text"))
  var words: [String] = []

  @Flag(name: [.long, .short], help: "Edit the note in $VISUAL, $EDITOR or vi.")
  var edit = false

  @Flag(help: "Remove the note.")
  var remove = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    let given = [(edit, "--edit"), (remove, "--remove"), (!words.isEmpty, "a text")]
      .filter(\.0).map(\.1)
    if given.count > 1 {
      throw ValidationError("\(given[0]) and \(given[1]) cannot be used together")
    }
  }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let notes = Notes(session: session, context: context)
    let name = try RepositoryArgument.name(repository.text, session, context)
    if remove { return try await notes.remove(name) }
    if edit { return try await notes.edit(name) }
    if words.isEmpty { return try await notes.show(name) }
    let text = words == ["-"] ? try context.readInput() : words.joined(separator: " ")
    return try await notes.write(try notes.checked(text), about: name)
  }
}

private struct Notes {
  let session: Session
  let context: Context

  func show(_ name: RepositoryName) async throws(OperationFailure) -> ExitStatus {
    guard let note = try await note(about: name) else {
      context.note("ghsearch: no note about \(name)")
      return .negative
    }
    let lines = note.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let shown =
      context.terminal == nil ? note.text : lines.map { "\(SafeText($0))" }.joined(separator: "\n")
    try context.print(shown + "\n")
    return .success
  }

  func write(_ note: Note, about name: RepositoryName) async throws(OperationFailure) -> ExitStatus
  {
    // Requests nothing that could not be stored.
    try await session.library.require()
    let repository = try await OperationFailure.of(in: context.world) {
      try await session.repository(name)
    }
    let isNew = try await session.library.perform { [run = session.world.run] in
      try $0.write(note, about: repository, in: run)
    }
    try context.print("\(repository.name)\t\(isNew ? "noted" : "unchanged")\n")
    return .success
  }

  func remove(_ name: RepositoryName) async throws(OperationFailure) -> ExitStatus {
    let isRemoved = try await session.library.perform { [run = session.world.run] store in
      try store.repository(named: name).map { try store.removeNote(about: $0, in: run) } ?? false
    }
    try context.print("\(name)\t\(isRemoved ? "removed" : "no note")\n")
    return .success
  }

  func checked(_ text: String) throws(OperationFailure) -> Note {
    // The final line break belongs to the file or to `echo`, not to the note.
    let text = text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    guard let note = Note(text, at: context.world.now()) else {
      let isLong = text.utf8.count > Note.maxBytes
      throw OperationFailure(
        .usage,
        isLong ? "the text is longer than \(Note.maxBytes) bytes" : "the text is empty",
        advice: isLong ? "shorten it" : "remove a note with --remove"
      )
    }
    return note
  }

  private func note(about name: RepositoryName) async throws(OperationFailure) -> Note? {
    try await session.library.perform { store in
      try store.repository(named: name).flatMap { try store.note(about: $0.id) }
    }
  }
}

// MARK: - The editor

extension Notes {
  /// Opens the note in the user's editor and stores the edited text.
  ///
  /// The draft is kept if the note cannot be stored, so no text is lost.
  func edit(_ name: RepositoryName) async throws(OperationFailure) -> ExitStatus {
    let old = try await note(about: name)?.text
    guard let directory = UserDirectories(context.world.environment).state else {
      throw OperationFailure(
        .localFile,
        "no directory for the draft",
        advice: "set HOME or XDG_STATE_HOME"
      )
    }
    let draft = "\(directory)/ghsearch/note-\(String(UInt64.random(in: 0 ... .max), radix: 16)).md"
    do throws(SystemError) {
      PrivateDirectory.make(for: draft)
      try AtomicFile.replace(draft, with: Array((old.map { $0 + "\n" } ?? "").utf8))
    } catch {
      throw OperationFailure(.localFile, "cannot write \(draft): \(error)")
    }
    let editor = editor
    var failure: OperationFailure?
    do throws(OperationFailure) {
      let status = try await context.launch(editor.words([draft]), false)
      if status != 0 { failure = editor.failure(status) }
    } catch {
      failure = editor.advising(error)
    }
    let text: String?
    do throws(GuardedFile.Problem) {
      text = try GuardedFile.text(at: draft, policy: .sharedConfiguration)
    } catch {
      let (why, advice) = OperationFailure.explain(error)
      throw OperationFailure(.localFile, "\(draft) \(why)", advice: advice)
    }
    let isBlank = text?.allSatisfy(\.isWhitespace) ?? true
    let isUnchanged = isBlank || text == old.map({ $0 + "\n" })
    if isUnchanged { _ = try? FileSystem.remove(draft) }
    if let failure {
      let place = isUnchanged ? "" : "the text is in \(draft)"
      throw failure.with(advice: [failure.advice, place])
    }
    if isUnchanged {
      try context.print("\(name)\tunchanged\n")
      return .success
    }
    do throws(OperationFailure) {
      let result = try await write(try checked(text ?? ""), about: name)
      _ = try? FileSystem.remove(draft)
      return result
    } catch {
      throw error.with(advice: [error.advice, "the text is in \(draft)"])
    }
  }

  /// The editor command: `VISUAL`, otherwise `EDITOR`, otherwise `vi`.
  private var editor: UserCommand {
    for variable in ["VISUAL", "EDITOR"] {
      if let text = context.world.environment[variable], !text.allSatisfy(\.isWhitespace) {
        return UserCommand(text: text, variable: variable)
      }
    }
    return UserCommand(text: "vi", variable: nil)
  }
}
