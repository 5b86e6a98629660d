package import Essentials
package import GitHubModel
import Terminal

/// A repository's activity in words, which are not safe for a terminal.
package struct ActivityText: Sendable, Equatable {
  private let state: Activity.State
  /// Details of the state, such as `3y ago` for an archived repository; nil if the facts explain
  /// it.
  private let reason: String?
  /// Facts such as `last commit 3w ago` and `42 commits in 90 days`.
  private let facts: [String]
  /// A command that lists possible successors.
  private let advice: String?

  /// `judged` is nil for a repository that could not be read, for the reason in `failure`.
  package init(
    _ activity: Activity,
    _ judged: JudgedRepository?,
    failure: String? = nil,
    now: Date
  ) {
    func age(_ date: Date) -> String { RelativeDate.text(date, now: now) }
    let state = activity.state
    self.state = state
    reason =
      switch state {
      case .gone: "deleted, private or blocked"
      case .archived: activity.since.map(age)
      case .deprecated: activity.says.map { "“\($0)”" }
      case .unknown: failure
      case .quiet, .active: nil
      }
    advice =
      switch state {
      case .archived, .deprecated, .quiet: (judged?.repository.name).map { "ghsearch forks \($0)" }
      case .gone, .unknown, .active: nil
      }
    facts = judged.map { Self.facts(of: $0, state, age: age) } ?? []
  }

  /// Creates the text for a repository whose facts may be missing, with a commit or push within a
  /// year.
  package init(of repository: Repository, _ facts: Activity.Facts?, now: Date) {
    let judged = JudgedRepository(repository, facts ?? Activity.Facts())
    let quietBefore = TimeSpan.year.before(now)
    self.init(Activity(of: judged, quietBefore: quietBefore), judged, now: now)
  }

  /// The facts; nothing is open in an archived repository, and without recent commits their number
  /// means nothing.
  private static func facts(
    of judged: JudgedRepository,
    _ state: Activity.State,
    age: (Date) -> String
  ) -> [String] {
    let (facts, pushed) = (judged.facts, judged.repository.dates.pushed)
    let open = [
      facts.openPullRequests.map { Counted.text($0, "pull request") },
      facts.openIssues.map { Counted.text($0, "issue") },
    ].compactMap(\.self)
    let commits = facts.recentCommits.flatMap { $0 > 0 ? Counted.text($0, "commit") : nil }
    let last =
      facts.lastCommit.map { "last commit \(age($0))" } ?? pushed.map { "last push \(age($0))" }
    let parts = [
      facts.isEmpty ? "no commits" : last, commits.map { "\($0) in 90 days" },
      facts.latestRelease.map { "\($0.tagName) \(age($0.publishedAt))" },
      open.isEmpty || state == .archived ? nil : "\(open.joined(separator: " and ")) open",
    ]
    return parts.compactMap(\.self)
  }

  package var isActive: Bool { state == .active }

  /// The facts without the state, such as `3y ago · last commit 4y ago`.
  package var words: String { ([reason].compactMap(\.self) + facts).joined(separator: " · ") }

  /// The state with as many facts as fit the width, and advice.
  ///
  /// An example is `archived 3y ago · last commit 4y ago · ghsearch forks atom/atom`.
  package func line(width: Int = .max) -> String {
    let long = [state.rawValue, reason].compactMap(\.self).joined(separator: " ")
    let forms = (0...facts.count).reversed().map { [long] + facts.prefix($0) } + [[state.rawValue]]
    let lines = forms.map { ($0 + [advice].compactMap(\.self)).joined(separator: " · ") }
    return lines.first { $0.displayWidth <= width } ?? long
  }
}
