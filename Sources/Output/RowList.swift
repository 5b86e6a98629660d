import Core
import Essentials
package import GitHubModel
import System

/// The rows last shown on this terminal, which `N` and `#N` refer to.
///
/// Each terminal session has a separate list, so that a number never refers to a row in another
/// window. The list is a small text file: the number of the first row, then one name per line.
/// Piped or redirected output does not replace it, since people read the numbers on the screen. A
/// REPL's lists are in memory, and end with it.
package struct RowList {
  private let name: String
  private let shown: ShownRows?
  private let directory: String?
  private let session: String
  /// Whether this process's output is shown on the terminal, not piped or redirected.
  private let isShown: Bool
  private let now: Date

  /// Creates the list for one kind of row; `name` is the name of its directory.
  package init(_ name: String = repositories, in context: Context) {
    (self.name, shown) = (name, context.shownRows)
    directory = UserDirectories(context.world.environment).state.map { "\($0)/ghsearch/\(name)" }
    session = context.session
    isShown = context.terminal != nil
    now = context.world.now()
  }

  /// The repository in row `number`; nil if there is no such row.
  package subscript(number: Int) -> RepositoryName? { line(number).flatMap { RepositoryName($0) } }

  /// The text of row `number`; nil if there is no such row.
  package func line(_ number: Int) -> String? { lines[number] }

  /// The numbers of the rows; nil if there are none.
  package var numbers: ClosedRange<Int>? {
    let numbers = lines.keys
    return numbers.min().flatMap { first in numbers.max().map { first...$0 } }
  }

  /// The lines by number.
  private var lines: [Int: String] {
    if let shown { return shown.lines(of: name) }
    guard let path, let text = try? GuardedFile.text(at: path, policy: .secret) else { return [:] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first.flatMap({ Int($0) }), first > 0, first < .max - lines.count else {
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: zip(first..., lines.dropFirst().map(String.init)))
  }

  /// Replaces the list if the new one was shown on the terminal, ignoring failures.
  ///
  /// `first` is the number of the first row.
  package func replace(with names: [RepositoryName], from first: Int = 1) {
    replace(withLines: names.map(\.fullName), from: first)
  }

  /// Replaces the list with lines of text, like ``replace(with:from:)``.
  package func replace(withLines lines: [String], from first: Int = 1) {
    if let shown { return shown.replace(name, with: lines, from: first) }
    guard isShown, let directory, let path else { return }
    if !FileStatus(of: path).exists {
      PrivateDirectory.make(directory)
      removeOld(in: directory)
    }
    try? AtomicFile.replace(path, with: bytes(of: ["\(first)"] + lines))
  }

  /// This session's file; nil for an unnamed session, since others would share it.
  private var path: String? { session.isEmpty ? nil : directory.map { "\($0)/\(session)" } }

  /// The lines of the file, up to the size limit for reading.
  private func bytes(of lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      let line = Array("\(line)\n".utf8)
      guard bytes.count + line.count <= GuardedFile.maxFileBytes else { break }
      bytes += line
    }
    return bytes
  }

  /// Removes the lists of sessions that have probably ended.
  private func removeOld(in directory: String) {
    for path in FileSystem.names(in: directory).map({ "\(directory)/\($0)" }) {
      let status = FileStatus(of: path, followsLinks: false)
      let age = now.timeIntervalSince1970 - Double(status.modifiedSeconds)
      if status.exists, age > Self.maxSessionAge { _ = try? FileSystem.remove(path) }
    }
  }

  package static let repositories = "rows"

  /// The maximum age in seconds: a week.
  private static let maxSessionAge = 7.0 * 86_400
}

/// The rows shown by a REPL's lines so far, which later lines refer to and continue.
package final class ShownRows: Sendable {
  private struct State {
    /// The lines of each list, by number.
    var lists: [String: [Int: String]] = [:]
    var isContinued = false
    var summary: ListSummary?
  }

  private let state = Guarded(State())

  package init() {}

  /// Whether the next list continues the last one, whose rows are kept.
  package var isContinued: Bool {
    get { state.withLock(\.isContinued) }
    set { state.withLock { $0.isContinued = newValue } }
  }

  /// The end of the last list since this was set to nil.
  package var summary: ListSummary? {
    get { state.withLock(\.summary) }
    set { state.withLock { $0.summary = newValue } }
  }

  /// The repositories in the order of their numbers.
  package var names: [RepositoryName] {
    lines(of: RowList.repositories).sorted { $0.key < $1.key }
      .compactMap { RepositoryName($0.value) }
  }

  func lines(of name: String) -> [Int: String] { state.withLock { $0.lists[name] ?? [:] } }

  /// Replaces the rows, or those from `first` on in a continued list.
  package func replace(_ name: String, with lines: [String], from first: Int) {
    let numbered = zip(first..., lines).map { (key: $0, value: $1) }
    state.withLock { state in
      let earlier = state.isContinued ? state.lists[name] ?? [:] : [:]
      state.lists[name] = earlier.filter { $0.key < first }.merging(numbered) { $1 }
    }
  }
}
