package import GitHubModel
import SearchModel
import Terminal

/// The outcome of a clone.
package struct CloneResult: Sendable, Equatable {
  package var name: RepositoryName
  /// Why it failed; nil if it succeeded.
  package var failure: String?

  package init(_ name: RepositoryName, failure: String?) {
    (self.name, self.failure) = (name, failure)
  }
}

/// The browser and git.
extension ScreenState {
  mutating func openPages() {
    let targets = targets
    if targets.count > Self.maxUnaskedPages { question = .open(targets) } else { open(targets) }
  }

  /// More tabs of a browser are opened only after asking.
  private static let maxUnaskedPages = 5

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

  /// Shows a page that did not open, or reports it after the screen.
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

  /// `y` is a yes; every other key is a no.
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
    }
  }

  mutating func showResults(_ results: [CloneResult]) {
    for result in results {
      if let index = cloning.firstIndex(of: result.name) { cloning.remove(at: index) }
    }
    show(CloneText.report(results))
    for result in results where result.failure != nil {
      leaving?.unfinished.append(.clone(result.name, result.failure))
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

  static func progress(_ names: [RepositoryName]) -> SafeText {
    names.count == 1 ? "Cloning \(names[0].fullName)…" : "Cloning \(names.count) repositories…"
  }

  /// As in `Cloned 2 of 3 repositories · clone a/b: ./b already exists`.
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
