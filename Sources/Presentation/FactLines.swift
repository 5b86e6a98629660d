package import Essentials
package import GitHubModel
import Terminal

/// The facts about a repository, most interesting ones first.
package enum FactLines {
  /// Labels and values of the known facts.
  ///
  /// Values come from outside unchanged: make them safe before showing them.
  package static func lines(
    of repository: Repository,
    now: Date
  ) -> [(label: String, value: String)] {
    let (counts, dates) = (repository.counts, repository.dates)
    let facts: [(String, String?)] = [
      ("Owner", owner(repository.owner)),
      ("Stars", counts.stars.map(CompactNumber.grouped)),
      ("Watchers", counts.subscribers.map(CompactNumber.grouped)),
      ("Forks", counts.forks.map(CompactNumber.grouped)),
      ("Open issues", counts.openIssues.map(CompactNumber.grouped)),
      ("Language", repository.language),
      ("Topics", repository.topics?.joined(separator: ", ")),
      ("License", repository.license.map { $0.name ?? $0.spdxID ?? $0.key }),
      ("Created", dates.created.map { date($0, now: now) }),
      ("Updated", dates.updated.map { date($0, now: now) }),
      ("Pushed", dates.pushed.map { date($0, now: now) }),
      ("Branch", repository.defaultBranch),
      ("State", state(of: repository.flags)),
      ("Homepage", repository.homepage),
      ("URL", repository.url),
    ]
    return facts.compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : (label, $0) }
    }
  }

  private static func owner(_ owner: Owner) -> String {
    owner.kind.map { "\(owner.login) (\($0.lowercased()))" } ?? owner.login
  }

  package static func state(of flags: Repository.Flags) -> String {
    let states = [
      (flags.isFork, "a fork"), (flags.isPrivate, "private"), (flags.isTemplate, "a template"),
      (flags.isDisabled, "disabled"),
    ]
    return states.filter { $0.0 == true }.map(\.1).joined(separator: ", ")
  }

  /// A date such as `2015-10-23 (9y ago)`.
  private static func date(_ date: Date, now: Date) -> String {
    "\(date.day) (\(RelativeDate.text(date, now: now)))"
  }
}
