import Dispatch
import Foundation
import GitHubModel
import Reactive
import SearchModel
import SearchUI
import Terminal

/// Runs the REPL with made-up responses, on a terminal or on plain lines.
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
      let outcome = try await repl(REPL.Options(style: REPLStyle(hasColor: true)))
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
    let search = SearchViewModel(
      client: World.client,
      scheduler: DispatchQueue(label: "search"),
      now: { Date() }
    )
    let ports = REPL.Ports(
      print: { write($0, to: .standardOutput) },
      note: { _ = write($0, to: .standardError) },
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

/// Two repositories that match every query but `nothing`; `hang` never gets a response.
enum World {
  static let client = SearchClient(
    search: { (request) async throws(SearchFailure) in try await page(request) },
    budget: { _ in BudgetReading(limit: 30, remaining: 30) },
    localMatches: { _ in [] },
    stars: { repositories in Dictionary(uniqueKeysWithValues: repositories.map { ($0.id, false) })
    },
    setStar: { _ in },
    favorites: { [] },
    setFavorite: { _ async throws(SearchFailure) in
      throw SearchFailure(.localFile, "there is no store")
    },
    notes: { [:] },
    setNote: { _ in },
    history: { [] },
    remember: { _ in },
    facts: { (name) async throws(SearchFailure) in
      guard let repository = repositories.first(where: { $0.name == name }) else {
        throw SearchFailure(.notFound)
      }
      return repository
    },
    readme: { name in "# \(name)" },
    localReadme: { _ in nil },
    growth: { _ in nil },
    counts: { ListCounts() },
    rows: { _ throws(SearchFailure) in throw SearchFailure(.tokenMissing) },
    lists: { () throws(SearchFailure) in throw SearchFailure(.tokenMissing) },
    changeLists: { _ in },
    sync: { _ in }
  )

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

  private static func page(_ request: SearchRequest) async throws(SearchFailure) -> RepositoryPage {
    switch request.query.text {
    case "hang":
      try? await Task.sleep(for: .seconds(3_600))
      throw SearchFailure(.cancelled)
    case "fail": throw SearchFailure(.unreachable, "no host")
    default:
      let rows = repositories
      return RepositoryPage(repositories: rows, totalCount: rows.count)
    }
  }
}
