import Core
import Discovery
import GitHubModel
import Output
import System

/// The repositories that the arguments of `check` name, each once, with the first place that names it.
struct CheckSources {
  private(set) var rows: [(name: RepositoryName, source: Source?)] = []
  /// As in `12 packages of package.json name no repository`.
  private(set) var unnamed: [String] = []
  /// The files that could not be read.
  private(set) var failures: [CommandFailure] = []
  private var known: Set<RepositoryName> = []
  private let session: Session
  private let context: Context
  private let webHost: String
  private var installed: InstalledPackages

  /// A place in a file; `-` is standard input.
  struct Source: Sendable {
    let file: String
    let line: Int

    var text: String { "\(file):\(line)" }
  }

  /// The files of a directory that name what a project depends on.
  private static let manifests = [
    "Package.swift", "Package.resolved", "go.mod", "Cargo.toml", "Cargo.lock", "package.json",
    "package-lock.json", "pyproject.toml", "Gemfile", ".gitmodules", "flake.lock",
    ".pre-commit-config.yaml", "Dockerfile",
  ]

  /// In bytes.
  private static let maxFileBytes = 16 << 20

  init(_ session: Session, _ context: Context) {
    (self.session, self.context) = (session, context)
    webHost = session.base.webHost ?? "github.com"
    installed = InstalledPackages(webHost: webHost, environment: context.world.environment)
  }

  /// Reads the arguments; without any, a pipe, or else the manifests in the working directory.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if nothing is named.
  mutating func read(_ arguments: [String], repositories: [String]) async throws(CommandFailure) {
    for text in repositories { add(try RepositoryArgument.name(text, session, context), nil) }
    for argument in arguments { try await read(argument) }
    guard arguments.isEmpty, repositories.isEmpty else { return }
    if context.hasInputPipe { try await read("-") }
    if rows.isEmpty { await readDirectory(".", shown: "") }
    guard rows.isEmpty, failures.isEmpty else { return }
    throw CommandFailure(
      .usage,
      "no file here names repositories",
      advice: "name files or repositories, such as Package.swift, README.md or vapor/vapor"
    )
  }

  private mutating func read(_ argument: String) async throws(CommandFailure) {
    if argument == "-" { return add(try context.readInput(), from: "-") }
    let status = FileStatus(of: path(of: argument))
    if status.isDirectory {
      await readDirectory(argument, shown: argument.hasSuffix("/") ? argument : argument + "/")
    } else if status.exists {
      await readFile(argument)
    } else {
      add(try RepositoryArgument.name(argument, session, context), nil)
    }
  }

  private mutating func readDirectory(_ directory: String, shown prefix: String) async {
    let workflows = ".github/workflows"
    let names = FileSystem.names(in: path(of: directory)).sorted()
    let found =
      Self.manifests.filter(names.contains)
      + names.filter { $0.hasPrefix("requirements") && $0.hasSuffix(".txt") }
      + FileSystem.names(in: path(of: "\(directory)/\(workflows)")).sorted()
      .filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.map { "\(workflows)/\($0)" }
    for name in found { await readFile(prefix + name) }
  }

  private mutating func readFile(_ file: String) async {
    do throws(CommandFailure) {
      let text = try await UserFile.text(
        of: path(of: file),
        named: file,
        atMost: Self.maxFileBytes
      )
      guard !text.utf8.contains(0) else {
        throw CommandFailure(.notText(file))
      }
      add(text, from: file)
    } catch {
      failures.append(error)
    }
  }

  private mutating func add(_ text: String, from file: String) {
    let own = PackageFile.ownRepositories(of: file, text, webHost: webHost)
    for mention in RepositoryMention.all(in: text, webHost: webHost)
    where !own.contains(mention.name) {
      add(mention.name, Source(file: file, line: mention.line))
    }
    addPackages(text, of: file)
  }

  private mutating func addPackages(_ text: String, of file: String) {
    guard file != "-" else { return }
    let directory = PrivateDirectory.path(of: path(of: file))
    let packages = installed.packages(in: text, of: file, beside: directory)
    if packages.isEmpty { return }
    let lines = Self.firstLines(in: text)
    for (package, repository) in packages {
      guard let repository else { continue }
      add(repository, Source(file: file, line: lines[package.name[...]] ?? 1))
    }
    let count = packages.count { $0.repository == nil }
    if count == 0 { return }
    unnamed.append(
      count == 1
        ? "1 package of \(file) names no repository"
        : "\(count) packages of \(file) name no repository"
    )
  }

  /// The first line of each word that may be the name of a package.
  private static func firstLines(in text: String) -> [Substring: Int] {
    var lines: [Substring: Int] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for word in line.split(whereSeparator: { !isPartOfName($0) }) {
        let name = word.split(separator: "node_modules/").last ?? word
        if lines[name] == nil { lines[name] = index + 1 }
      }
    }
    return lines
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "@/._-".contains(character)
  }

  private mutating func add(_ name: RepositoryName, _ source: Source?) {
    if known.insert(name).inserted { rows.append((name, source)) }
  }

  private func path(of file: String) -> String {
    file.hasPrefix("/") ? file : "\(context.world.workingDirectory)/\(file)"
  }
}
