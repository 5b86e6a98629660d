package import Essentials

/// Whether a repository is active, with the facts behind the answer.
package struct Activity: Sendable, Hashable {
  /// The states, worst first.
  package enum State: String, Sendable, CaseIterable {
    /// Deleted, private or blocked.
    case gone
    /// Its owner has archived it.
    case archived
    /// Its description says that it is no longer maintained.
    case deprecated
    /// It could not be read.
    case unknown
    /// It has no commits within the given time.
    case quiet
    case active
  }

  package let state: State
  /// When it was archived, or the newest commit of a quiet repository; nil if unknown.
  package let since: Date?
  /// The words in the description that declare it deprecated.
  package let says: String?

  package init(_ state: State, since: Date? = nil, says: String? = nil) {
    (self.state, self.since, self.says) = (state, since, says)
  }

  /// Judges a readable repository by the first state that applies.
  ///
  /// A repository is quiet if its newest commit is older than `quietBefore`.
  package init(of judged: JudgedRepository, quietBefore: Date) {
    let (repository, facts) = (judged.repository, judged.facts)
    let last =
      facts.lastCommit ?? (facts.isEmpty ? nil : repository.dates.pushed)
      ?? repository.dates.created
    if repository.flags.isArchived == true {
      self.init(.archived, since: facts.archived)
    } else if let words = repository.description.flatMap(Self.deprecation) {
      self.init(.deprecated, says: words)
    } else if let last, last < quietBefore {
      self.init(.quiet, since: last)
    } else {
      self.init(last == nil ? .unknown : .active)
    }
  }
}

extension Activity {
  /// The facts missing from a repository's list response; each is nil if it was not read.
  package struct Facts: Sendable, Hashable {
    package var archived: Date?
    /// When the newest commit on the default branch was made.
    package var lastCommit: Date?
    /// The number of commits on the default branch in the last 90 days.
    package var recentCommits: Int?
    package var openIssues: Int?
    package var openPullRequests: Int?
    package var latestRelease: Release?

    package init() {}

    /// Whether its default branch has no commits.
    package var isEmpty: Bool { recentCommits != nil && lastCommit == nil }
  }

  /// The words in a description that declare its repository deprecated; nil if there are none.
  ///
  /// Such a word counts only at the beginning, bare or in brackets, because "finds unmaintained
  /// crates" is about other repositories.
  package static func deprecation(_ description: String) -> String? {
    let text = description.lowercased()
    let start = text.drop { !$0.isLetter && !$0.isNumber }
    for word in openings where start.hasPrefix(word) {
      let rest = start.dropFirst(word.count)
      if rest.first?.isLetter != true && rest.first?.isNumber != true { return word }
    }
    return phrases.first { text.contains($0) }
  }

  private static let openings = ["deprecated", "unmaintained"]

  private static let phrases = [
    "no longer maintained", "is unmaintained", "is not maintained", "has been deprecated",
    "is deprecated in favor of", "this repository has moved",
  ]
}

/// A repository with the facts that it is judged by.
package struct JudgedRepository: Sendable, Hashable {
  package var repository: Repository
  package var facts: Activity.Facts

  package init(_ repository: Repository, _ facts: Activity.Facts = Activity.Facts()) {
    (self.repository, self.facts) = (repository, facts)
  }
}

/// A fork, with the number of commits by which its default branch differs from its parent's.
package struct Fork: Sendable, Hashable {
  package let repository: Repository
  package let aheadBy: Int
  package let behindBy: Int

  package init(_ repository: Repository, aheadBy: Int, behindBy: Int) {
    (self.repository, self.aheadBy, self.behindBy) = (repository, aheadBy, behindBy)
  }
}
