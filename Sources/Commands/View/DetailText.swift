import GitHubModel
import SearchUI
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts of one repository as text.
enum DetailText {
  /// For programs: the API's names, a tab, the value as GitHub has it; empty for null.
  static func writeTabSeparated(
    _ repository: Repository,
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    for fact in facts(of: repository) {
      TSV.write([(.dim, fact.key), (nil, fact.value)], isColored: isColored, to: &stream)
    }
  }

  /// For eyes: the description, then the facts that are known, one a line, with a blank line before
  /// each.
  static func screen(
    _ repository: Repository,
    width: Int,
    isColored: Bool,
    now: Date
  ) -> String {
    func styled(_ style: Style, _ text: String) -> String { isColored ? style(text) : text }
    var lines: [String] = []
    if let description = repository.description, !description.isEmpty {
      lines +=
        [""]
        + TextWrap.lines(
          SafeText(description, longest: longestShown).description,
          width: width
        )
    }
    lines.append("")
    for line in rows(of: repository, now: now) {
      let label = line.label + String(repeating: " ", count: labelWidth - line.label.count)
      let value = SafeText(line.value, longest: longestShown).description.truncated(
        toWidth: width - labelWidth
      )
      lines.append(styled(.dim, label) + value)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let labelWidth = 14
  /// Scalars; some twenty screens of them.
  private static let longestShown = 32_768

  private static func facts(of repository: Repository) -> [(key: String, value: String?)] {
    [
      ("full_name", repository.name.fullName),
      ("description", repository.description),
      ("owner", repository.owner.login),
      ("stargazers_count", repository.counts.stars.map(String.init)),
      ("subscribers_count", repository.counts.subscribers.map(String.init)),
      ("forks_count", repository.counts.forks.map(String.init)),
      ("open_issues_count", repository.counts.openIssues.map(String.init)),
      ("language", repository.language),
      ("topics", repository.topics?.joined(separator: " ")),
      ("license", repository.license.map { $0.spdxID ?? $0.key }),
      ("created_at", repository.dates.created.map(ISODate.text)),
      ("updated_at", repository.dates.updated.map(ISODate.text)),
      ("pushed_at", repository.dates.pushed.map(ISODate.text)),
      ("default_branch", repository.defaultBranch),
      ("homepage", repository.homepage),
      ("html_url", repository.url),
      ("archived", repository.flags.isArchived.map(yesOrNo)),
      ("fork", repository.flags.isFork.map(yesOrNo)),
      ("starred", repository.isStarred.map(yesOrNo)),
    ]
  }

  private static func rows(of repository: Repository, now: Date) -> [(label: String, value: String)]
  {
    let starred = repository.isStarred.map { (label: "Starred", value: $0 ? "★ yes" : "no") }
    return [starred].compactMap(\.self) + RepositoryFacts.lines(of: repository, now: now)
  }

  private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }
}
