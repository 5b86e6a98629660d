package import GitHubModel
import SearchModel
import Terminal

/// The outcome of a clone.
package struct CloneResult: Sendable, Equatable {
  package var name: RepositoryName
  /// The failure; nil if it succeeded.
  package var failure: String?

  package init(_ name: RepositoryName, failure: String?) {
    (self.name, self.failure) = (name, failure)
  }
}

/// The browser and git.
extension ScreenState {
  mutating func openPages() {
    let targets = targets
    if targets.count > Self.maxUnasked { question = .open(targets) } else { open(targets) }
  }

  /// The number of browser tabs or programs above which opening them asks first.
  private static let maxUnasked = 5

  private mutating func open(_ targets: [Repository]) {
    if targets.isEmpty { return }
    open(targets.map(\.url), ChangeText(search: search).report("Opening", targets))
  }

  mutating func open(_ urls: [String], _ report: SafeText) {
    opening += urls
    act(.use)
    send(.open(urls))
    show(report)
  }

  /// Shows that a page did not open, or reports it after the screen.
  mutating func finishOpening(_ url: String, _ failure: String?) {
    if let index = opening.firstIndex(of: url) { opening.remove(at: index) }
    if let failure {
      if leaving == nil { show(SafeText("open \(url): \(failure)", longest: 300)) }
      leaving?.unfinished.append(.page(url, failure))
    }
    leaveWhenDone(hasProgress: failure == nil)
  }

  mutating func askToClone() {
    let targets = targets
    question = targets.isEmpty ? nil : .clone(targets)
  }

  /// Answers a question: `y` is yes, and every other key is no.
  mutating func answer(_ asked: Question, with key: Key) {
    question = nil
    guard key.text == "y" || key.text == "Y" else { return }
    switch asked {
    case .clone(let repositories):
      cloning += repositories.map(\.name)
      act(.use)
      send(.clone(repositories))
    case .deleteList(let list): delete(list)
    case .open(let repositories): open(repositories)
    case .run(let action, let repositories): run(action, repositories)
    }
  }

  /// Runs a user's program with the repositories that keys act on.
  mutating func run(_ action: UserAction) {
    let targets = targets
    if action.programs(for: targets).count > Self.maxUnasked {
      question = .run(action, targets)
    } else {
      run(action, targets)
    }
  }

  private mutating func run(_ action: UserAction, _ repositories: [Repository]) {
    let programs = action.programs(for: repositories)
    if programs.isEmpty { return }
    act(.use)
    send(.run(programs, name: action.name))
  }

  /// Counts a finished clone, and reports all clones after the last one.
  mutating func finishClone(_ result: CloneResult) {
    if let index = cloning.firstIndex(of: result.name) { cloning.remove(at: index) }
    cloned.append(result)
    if result.failure != nil {
      leaving?.unfinished.append(.clone(result.name, result.failure))
    }
    if cloning.isEmpty {
      show(CloneText.report(cloned))
      cloned = []
    }
    leaveWhenDone(hasProgress: true)
  }
}

extension Repository {
  /// The argument of `git clone`.
  var addressForGit: String { cloneURL ?? "\(url).git" }
}

/// Messages about clones.
enum CloneText {
  static func question(_ repositories: [Repository]) -> SafeText {
    if repositories.count == 1, let name = repositories.first?.name {
      return "Clone \(name.fullName) into ./\(name.name)? y/n"
    }
    return "Clone \(repositories.count) repositories into this directory? y/n"
  }

  /// The progress, such as `Cloning 3 repositories… 2 left`.
  static func progress(_ left: [RepositoryName], of count: Int) -> SafeText {
    count == 1
      ? "Cloning \(left[0].fullName)…" : "Cloning \(count) repositories… \(left.count) left"
  }

  /// A report such as `Cloned 2 of 3 repositories · clone a/b: ./b already exists`.
  static func report(_ results: [CloneResult]) -> SafeText {
    let failed = results.first { $0.failure != nil }
    let failure = failed.map {
      "clone \($0.name.fullName): " + SafeText($0.failure ?? "", longest: 300)
    }
    if results.count == 1, let name = results.first?.name {
      return failure ?? "Cloned \(name.fullName) into ./\(name.name)"
    }
    let count = results.count { $0.failure == nil }
    let done: SafeText =
      count == results.count
      ? "Cloned \(count) repositories"
      : "Cloned \(count) of \(results.count) repositories"
    return failure.map { done + " · " + $0 } ?? done
  }
}
