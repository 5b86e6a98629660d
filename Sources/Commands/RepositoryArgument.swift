import ArgumentParser
import GitHubModel
import System
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The repositories that a command is for.
struct RepositoryList: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      OWNER/NAME, a URL, or a row number of the last list shown here; - reads names from standard \
      input, one per line (# begins a comment).
      """,
      valueName: "repo"
    ),
    completion: .repositories
  )
  var names: [String]
}

extension CompletionKind {
  /// The user's favorites, and the stars in the local copy.
  static let repositories = Self.custom { _, _, _ in
    KnownNames.current.repositories.map { $0.text(for: .requesting) }
  }
}

/// The repository that a command is for.
struct SingleRepository: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "OWNER/NAME, a URL, or a row number of the last list shown here.",
      valueName: "repo"
    ),
    completion: .repositories
  )
  var text: String
}

/// A repository as users name it: `OWNER/NAME`, its address, or `N` or `#N` for a row of the last list.
enum RepositoryArgument {
  /// The repository that the text names; `operation` is what it is needed for.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` before any request is made.
  static func name(
    _ text: String,
    for operation: String,
    _ session: Session
  ) throws(CommandFailure) -> RepositoryName {
    if isRow(text) { return try row(text, for: operation, session.context) }
    let base = session.base
    guard let name = RepositoryName(reference: text, at: base) else {
      throw CommandFailure(
        .usage,
        operation,
        "\"\(text.truncated(toWidth: 100))\" is not a repository on \(base.webHost ?? base.origin.authority)",
        advice: base.webHost.map { "use OWNER/NAME or https://\($0)/OWNER/NAME" }
          ?? "use OWNER/NAME"
      )
    }
    return name
  }

  /// The repositories that the texts name; `-` stands for the names on standard input, one per line.
  ///
  /// Only the part of a line before its first tab counts, so that the rows of a search can be piped in, and
  /// before a `#` that begins a word.
  static func names(
    _ texts: [String],
    for operation: String,
    _ session: Session
  ) throws(CommandFailure) -> [RepositoryName] {
    var names: [RepositoryName] = []
    for text in texts {
      guard text == "-" else {
        names.append(try name(text, for: operation, session))
        continue
      }
      for (number, text) in lines(try session.context.readInput()) {
        do throws(CommandFailure) {
          names.append(try name(text, for: operation, session))
        } catch {
          throw error.with(why: "line \(number): \(error.why)")
        }
      }
    }
    if names.isEmpty { session.context.note("ghsearch: no repositories on standard input") }
    return names
  }

  /// A name has an owner and a slash, so a number cannot be one.
  private static func isRow(_ text: String) -> Bool {
    text.hasPrefix("#") || !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  private static func row(
    _ text: String,
    for operation: String,
    _ context: Context
  ) throws(CommandFailure) -> RepositoryName {
    let digits = text.drop { $0 == "#" }
    guard isRow(String(digits)), let number = Int(digits), let name = RowList(in: context)[number]
    else {
      throw CommandFailure(
        .usage,
        operation,
        "no row \(digits.truncated(toWidth: 20)) in the last list shown on this terminal",
        advice: "run a search here first, or use OWNER/NAME"
      )
    }
    return name
  }

  /// What lines say that are not blank, and their numbers from 1.
  private static func lines(_ input: String) -> [(number: Int, text: String)] {
    input.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { index, line in
        let field = line.prefix { $0 != "\t" }
        // A `#` within a word belongs to an address.
        let words = field.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
        return (index + 1, words.joined(separator: " "))
      }
      .filter { !$0.text.isEmpty }
  }
}

/// The rows last shown on this terminal, which `N` and `#N` stand for.
///
/// Each terminal session has its own list, so that a number never stands for a row of another window.
/// The list is a small text file with one name per line. Output that is piped or redirected does not replace
/// it, since people read the numbers off the screen.
struct RowList {
  private let folder: String?
  private let session: String
  /// Whether what this process prints is shown on the terminal, not piped or redirected.
  private let isShown: Bool
  private let now: Date

  /// The list of one kind of rows; `name` is its folder's.
  init(_ name: String = "rows", in context: Context) {
    folder = UserFolders(context.environment).state.map { "\($0)/ghsearch/\(name)" }
    session = context.session
    isShown = context.terminal != nil
    now = context.now()
  }

  /// The repository of row `number`, from 1; nil if there is no such row.
  subscript(number: Int) -> RepositoryName? { line(number).flatMap { RepositoryName($0) } }

  /// The text of row `number`, from 1; nil if there is no such row.
  func line(_ number: Int) -> String? {
    guard let path, number > 0, let text = try? GuardedFile.text(at: path, policy: .secret) else {
      return nil
    }
    let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
    return lines.count > number ? String(lines[number - 1]) : nil
  }

  /// Replaces the list if the new one was shown on the terminal; a failure is not reported.
  func replace(with names: [RepositoryName]) { replace(withLines: names.map(\.fullName)) }

  /// Replaces the list with lines of text; see ``replace(with:)``.
  func replace(withLines lines: [String]) {
    guard isShown, let folder, let path else { return }
    if !FileStatus(of: path).exists {
      PrivateFolder.make(folder)
      removeOld(in: folder)
    }
    try? AtomicFile.replace(path, with: bytes(of: lines))
  }

  /// The file of this session; nil for a session without a name, since others would share it.
  private var path: String? { session.isEmpty ? nil : folder.map { "\($0)/\(session)" } }

  /// The lines of the file, up to the size that can be read again.
  private func bytes(of lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      let line = Array("\(line)\n".utf8)
      guard bytes.count + line.count <= GuardedFile.largestSize else { break }
      bytes += line
    }
    return bytes
  }

  /// Removes the lists of sessions that are likely to have ended.
  private func removeOld(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for path in names.map({ "\(folder)/\($0)" }) {
      let status = FileStatus(of: path, followsLinks: false)
      let age = now.timeIntervalSince1970 - Double(status.modifiedSeconds)
      if status.exists, age > Self.longestSession { _ = try? FileSystem.remove(path) }
    }
  }

  /// In seconds: a week.
  private static let longestSession = 7.0 * 86_400
}
