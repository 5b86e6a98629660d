import Dispatch
import Foundation
import GitHubModel
import Reactive
import SearchModel
import SearchUI
import Terminal

/// The REPL over answers that are made up: on the terminal, or on lines where there is none.
@main
struct Main {
  static func main() async {
    let capabilities = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
    let isTyped = isatty(STDIN_FILENO) == 1
    let isShown = isatty(STDOUT_FILENO) == 1
    guard isTyped, isShown, capabilities.isUsable else {
      return await runOnLines(prompt: isTyped && isShown ? "> " : nil)
    }
    do {
      let outcome = try await repl(REPL.Options(look: REPLLook(hasColor: true)))
        .run(on: TTY(), capabilities: capabilities, idleSignal: idleSignal)
      print("left: \(String(describing: outcome.ending))")
    } catch {
      print("error: \(error)")
    }
  }

  private static func runOnLines(prompt: String?) async {
    let outcome = await repl(REPL.Options(prompt: prompt))
      .run(reading: DescriptorLines(STDIN_FILENO))
    exit(outcome.failures.isEmpty ? 0 : 10)
  }

  /// Descriptor 3, if the variable IDLE is set.
  private static var idleSignal: Int32? {
    ProcessInfo.processInfo.environment["IDLE"] == nil ? nil : 3
  }

  private static func repl(_ options: REPL.Options) -> REPL {
    let queue = DispatchQueue(label: "search")
    let world = World()
    let search = SearchViewModel(
      services: SearchServices(
        SearchPorts(searching: world, budget: LocalRequestBudget(now: { Date() }), stars: world)
      ),
      detail: DetailViewModel(detailing: world, scheduler: queue),
      scheduler: queue,
      now: { Date() }
    )
    let ports = REPL.Ports(
      print: { write($0, to: .standardOutput) },
      note: { _ = write($0, to: .standardError) },
      failureLine: { "ghsearch: \($0.what): \($0.why); \($0.advice)" },
      openPage: { _ in nil },
      now: { Date() },
      clock: { _ in "soon" }
    )
    return REPL(search: search, options: options, ports: ports)
  }

  private static func write(_ text: String, to file: FileHandle) -> Bool {
    (try? file.write(contentsOf: Data(text.utf8))) != nil
  }
}

/// Two repositories that match everything but `nothing`; `hang` is never answered.
struct World: RepositorySearching, RepositoryDetailing, StarKeeping {
  private static let repositories = ["apple/swift-nio", "vapor/vapor"].enumerated().compactMap {
    RepositoryName($1).map { [id = Int64($0 + 1)] name in
      Repository(
        id: id,
        name: name,
        owner: Owner(login: name.owner),
        url: "https://github.com/\(name)"
      )
    }
  }

  func page(_ request: SearchRequest) async throws(SearchFailure) -> SearchAnswer {
    switch request.query.text {
    case "hang":
      try? await Task.sleep(for: .seconds(3_600))
      throw .cancelled
    case "fail": throw .offline("no host")
    default:
      let rows = Self.repositories
      return SearchAnswer(page: RepositoryPage(repositories: rows, totalCount: rows.count))
    }
  }

  func facts(of name: RepositoryName) async throws(SearchFailure) -> Repository {
    guard let repository = Self.repositories.first(where: { $0.name == name }) else {
      throw .notFound
    }
    return repository
  }

  func readme(of name: RepositoryName) async throws(SearchFailure) -> String? { "# \(name)" }

  func starred(
    among repositories: [Repository]
  ) async throws(SearchFailure) -> [Repository.ID: Bool] {
    Dictionary(uniqueKeysWithValues: repositories.map { ($0.id, false) })
  }

  func star(_ repository: Repository) async throws(SearchFailure) {}

  func unstar(_ repository: Repository) async throws(SearchFailure) {}
}
