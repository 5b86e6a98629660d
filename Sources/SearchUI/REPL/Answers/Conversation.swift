import GitHubModel
import SearchModel

/// The answers of a REPL, one line after another.
///
/// It sends to the view model, waits for the state that settles it, and prints what is new. The
/// numbers that commands take are those of the rows as they were printed.
struct Conversation: Sendable {
  let search: SearchViewModel
  let ports: REPL.Ports
  let longestWait: Double
  var limit: Int
  var table: RowTable
  /// What the numbers stand for, the first of them 1.
  var shown: [Repository] = []
  let watch: StateWatch

  init(search: SearchViewModel, options: REPL.Options, ports: REPL.Ports) {
    self.search = search
    self.ports = ports
    longestWait = options.longestWait
    limit = options.limit
    table = RowTable(options.look)
    watch = StateWatch(search)
  }

  /// Answers a line completely.
  mutating func answer(_ line: String) async -> REPLTurn {
    do throws(REPLFailure) {
      return await perform(try REPLRequest(line))
    } catch {
      return refuse(error)
    }
  }

  /// A line that could not be read.
  func refuse(_ why: String) -> REPLTurn {
    refuse(REPLFailure(.usage, "read a line", why, advice: "write UTF-8 text, a query a line"))
  }

  private func refuse(_ failure: REPLFailure) -> REPLTurn {
    ports.note(ports.failureLine(failure) + "\n")
    return .failed(failure)
  }

  /// Waits until nothing that was asked for can be lost.
  func finish() async {
    _ = await watch.first { !$0.hasPendingStars && !$0.hasPendingFavourites }
  }

  private mutating func perform(_ request: REPLRequest) async -> REPLTurn {
    do throws(REPLStop) {
      switch request {
      case .nothing: return .nothing
      case .quit: return .quit
      default: try await fulfil(request)
      }
      return .answered
    } catch {
      switch error {
      case .failed(let failure): return refuse(failure)
      case .outputLost: return .outputLost
      case .cancelled: return .cancelled
      }
    }
  }

  private mutating func fulfil(_ request: REPLRequest) async throws(REPLStop) {
    switch request {
    case .nothing, .quit: break
    case .query(let text): try await search(for: text)
    case .more: try await more()
    case .star(let isStarred, let numbers): try await star(isStarred, try rows(numbers))
    case .favourite(let isFavourite, let numbers):
      try await favour(isFavourite, try rows(numbers))
    case .view(let numbers): try await view(try rows(numbers))
    case .open(let numbers): try await open(try rows(numbers))
    case .sort(let sort): try await self.sort(by: sort)
    case .order(let order): try await turn(order)
    case .limit(let limit):
      self.limit = limit
      note(REPLText.limit(limit))
    case .history: try print(REPLText.history(search.state.history))
    case .help: try print(REPLText.help)
    }
  }
}

// MARK: - Printing

extension Conversation {
  func print(_ lines: [String]) throws(REPLStop) {
    guard !lines.isEmpty else { return }
    guard ports.print(lines.map { $0 + "\n" }.joined()) else { throw .outputLost }
  }

  func note(_ line: String) {
    ports.note(line + "\n")
  }

  /// The repositories of the numbers, all of them or none.
  func rows(_ numbers: [Int]) throws(REPLStop) -> [Repository] {
    if let number = numbers.first(where: { $0 > shown.count }) {
      throw .failed(REPLFailure(row: number, of: shown.count))
    }
    let repositories = numbers.map { shown[$0 - 1] }
    let known = Set(search.state.rows.map(\.id))
    guard repositories.allSatisfy({ known.contains($0.id) }) else {
      throw .failed(REPLFailure(.usage, "rows", "their list was given up", advice: "search again"))
    }
    return repositories
  }
}

extension REPLFailure {
  fileprivate init(row number: Int, of count: Int) {
    let advice =
      count == 0 ? "search first" : count == 1 ? "there is row 1" : "there are rows 1 to \(count)"
    self.init(.usage, "row \(number)", "there is none of that number", advice: advice)
  }
}
