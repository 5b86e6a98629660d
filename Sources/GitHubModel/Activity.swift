package import Essentials

/// Whether a repository is alive, as a word with the facts behind it.
package struct Activity: Sendable, Hashable {
  /// The states, from the worst to the best.
  package enum State: String, Sendable, CaseIterable {
    /// Deleted, private or blocked.
    case gone
    /// Its owner has archived it.
    case archived
    /// Its description says that it is no longer maintained.
    case deprecated
    /// It could not be read.
    case unknown
    /// Nothing has been committed for longer than the given time.
    case quiet
    case active
  }

  package let state: State
  /// When it was archived, or the newest commit of one that is quiet; nil if that is not known.
  package let since: Date?
  /// The words of the description that deprecate it.
  package let says: String?

  package init(_ state: State, since: Date? = nil, says: String? = nil) {
    (self.state, self.since, self.says) = (state, since, says)
  }

  /// Judges a repository that could be read: the first state that holds.
  ///
  /// One whose newest commit is older than `quietBefore` is quiet.
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
  /// The facts that a repository's list response lacks, each nil if it was not read.
  package struct Facts: Sendable, Hashable {
    package var archived: Date?
    /// When the newest commit of the default branch was made.
    package var lastCommit: Date?
    /// The commits of the default branch in the last 90 days.
    package var recentCommits: Int?
    package var openIssues: Int?
    package var openPullRequests: Int?
    package var latestRelease: Release?

    package init() {}

    /// Whether its default branch has no commit.
    package var isEmpty: Bool { recentCommits != nil && lastCommit == nil }
  }

  /// The words with which a description deprecates its repository; nil if there are none.
  ///
  /// "finds unmaintained crates" is about others: such a word counts only at the beginning, bare or in brackets.
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

/// A repository with what it is judged by.
package struct JudgedRepository: Sendable, Hashable {
  package var repository: Repository
  package var facts: Activity.Facts

  package init(_ repository: Repository, _ facts: Activity.Facts = Activity.Facts()) {
    (self.repository, self.facts) = (repository, facts)
  }
}

/// A fork, with the commits by which its default branch differs from the one that it was forked from.
package struct Fork: Sendable, Hashable {
  package let repository: Repository
  package let aheadBy: Int
  package let behindBy: Int

  package init(_ repository: Repository, aheadBy: Int, behindBy: Int) {
    (self.repository, self.aheadBy, self.behindBy) = (repository, aheadBy, behindBy)
  }
}
