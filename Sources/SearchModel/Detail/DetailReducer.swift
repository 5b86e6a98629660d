import GitHubModel

/// Everything that can change what the detail pane shows.
enum DetailEvent: Sendable, Equatable {
  case looked(at: Repository?)
  case rested(Repository)
  case factsRead(Repository.ID, Result<Repository, SearchFailure>)
  case readmeRead(Repository.ID, Result<String?, SearchFailure>)
  case retried
}

/// What the detail wants done: fetch these after a rest, or nothing.
enum DetailEffect: Sendable, Equatable {
  case fetch(Repository?)
}

/// The detail and what it remembers.
struct DetailMemory: Sendable, Equatable {
  var shown = DetailState()
  /// Complete ones, the oldest use first.
  private(set) var kept: [DetailState] = []

  init() {}

  mutating func reduce(_ event: DetailEvent) -> [DetailEffect] {
    switch event {
    case .looked(let repository): return look(at: repository)
    case .rested(let repository): begin(repository.id)
    case .factsRead(let id, let result): accept(id) { $0.facts = Loadable(result) }
    case .readmeRead(let id, let result): accept(id) { $0.readme = Loadable(result) }
    case .retried: return [.fetch(shown.repository)]
    }
    return []
  }

  /// Another repository; one that was looked at before costs nothing.
  private mutating func look(at repository: Repository?) -> [DetailEffect] {
    guard repository?.id != shown.repository?.id else { return [] }
    if let index = kept.firstIndex(where: { $0.repository?.id == repository?.id }) {
      shown = kept.remove(at: index)
      kept.append(shown)
      return [.fetch(nil)]
    }
    shown = DetailState(repository)
    return [.fetch(repository)]
  }

  private mutating func begin(_ id: Repository.ID) {
    guard shown.repository?.id == id else { return }
    if shown.facts.value == nil { shown.facts = .loading }
    if shown.readme.value == nil { shown.readme = .loading }
  }

  /// Takes in what belongs to the repository of the moment alone.
  private mutating func accept(_ id: Repository.ID, _ change: (inout DetailState) -> Void) {
    guard shown.repository?.id == id else { return }
    change(&shown)
    guard shown.isComplete else { return }
    kept.removeAll { $0.repository?.id == id }
    kept.append(shown)
    while kept.count > Self.mostKept || kept.reduce(0, { $0 + $1.size }) > Self.largestKept {
      kept.removeFirst()
    }
  }

  private static let mostKept = 32
  /// Bytes: a README may be large.
  private static let largestKept = 4 << 20
}

extension DetailState {
  /// Bytes, roughly.
  fileprivate var size: Int { readme.value??.utf8.count ?? 0 }

  fileprivate var isComplete: Bool { facts.value != nil && readme.value != nil }
}

extension Loadable {
  fileprivate init(_ result: Result<Value, SearchFailure>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let failure): self = .failed(failure)
    }
  }
}
