import ArgumentParser
import Core
import Essentials
import GitHubModel
import JSON
import Output
import RepositoryStore
import Stars
import Terminal

struct StarsImportCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import notes and favorites from another machine.",
    usage: "ghsearch stars import <file> [flags]",
    discussion: """
      Reads the output of `ghsearch stars export --jsonl`; - reads standard input. The newer of \
      two notes about a repository is kept. Nothing is starred or removed, and no request is sent.

      EXAMPLES:
        ghsearch stars import stars.jsonl
        ssh laptop ghsearch stars export --jsonl | ghsearch stars import -
      """
  )

  @Argument(help: ArgumentHelp("The exported file; - for standard input.", valueName: "file"))
  var file: String

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let text = try await JSONLines.text(of: file, in: context)
    let imported = try Self.repositories(in: text)
    let run = session.world.run
    let outcome = try await session.library.perform { try $0.add(imported, in: run) }
    context.note("ghsearch: \(outcome.sentence)")
    return .success
  }

  /// The repositories of all lines; one invalid line fails them all, before anything changes.
  static func repositories(in text: String) throws(OperationFailure) -> [ImportedRepository] {
    var repositories: [ImportedRepository] = []
    for (number, value) in JSONLines.values(in: text) {
      guard let repository = value.flatMap({ ImportedRepository($0) }) else {
        throw OperationFailure(
          .usage,
          "line \(number) is not a repository",
          advice: "use a file that `ghsearch stars export --jsonl` has written"
        )
      }
      repositories.append(repository)
    }
    return repositories
  }
}

extension ImportedRepository {
  /// Reads a row of `--jsonl`; returns nil for anything else.
  fileprivate init?(_ json: JSONElement) {
    guard let id = json["id"]?.int64,
      let name = json["fullName"]?.string.flatMap({ RepositoryName($0) })
    else { return nil }
    var repository = Repository(
      id: id,
      name: name,
      owner: Owner(login: name.owner),
      url: json["url"]?.string ?? ""
    )
    repository.description = json["description"]?.string
    repository.language = json["language"]?.string
    repository.topics = json["topics"]?.strings
    repository.counts.stars = json["stargazersCount"]?.count
    repository.counts.forks = json["forksCount"]?.count
    repository.dates.pushed = Self.date(json["pushedAt"])
    var note: Note?
    if let text = json["note"]?.string {
      guard let written = Note(text, at: Self.date(json["notedAt"]) ?? .distantPast) else {
        return nil
      }
      note = written
    }
    self.init(repository, note: note, isFavorite: json["isFavorite"]?.bool ?? false)
  }

  private static func date(_ json: JSONElement?) -> Date? {
    json?.string.flatMap(Timestamp.seconds).map { Date(timeIntervalSince1970: Double($0)) }
  }
}

extension ImportOutcome {
  /// The result, such as `12 notes added, 1 replaced, 2 kept (newer here); 3 favorites added`.
  var sentence: String {
    let notes = [
      addedNotes > 0 ? "\(Counted.text(addedNotes, "note")) added" : nil,
      replacedNotes > 0 ? "\(Counted.text(replacedNotes, "note")) replaced" : nil,
      keptNotes > 0 ? "\(Counted.text(keptNotes, "note")) kept (newer here)" : nil,
      addedFavorites > 0 ? "\(Counted.text(addedFavorites, "favorite")) added" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? "nothing to import" : notes.joined(separator: ", ")
  }
}
