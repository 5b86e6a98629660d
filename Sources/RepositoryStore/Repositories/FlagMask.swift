import GitHubModel

/// Ten answers that may each be unknown, in one number: two bits each, 0 for unknown.
enum FlagMask {
  // WritableKeyPath is not Sendable, so the list is made anew for each use.
  private static var flags: [WritableKeyPath<Repository.Flags, Bool?>] {
    // Append only: the place of each is its place in the file.
    [
      \.isArchived, \.isDisabled, \.isFork, \.isPrivate, \.isTemplate,
      \.hasDownloads, \.hasIssues, \.hasPages, \.hasProjects, \.hasWiki,
    ]
  }

  static func mask(_ known: Repository.Flags) -> Int64 {
    flags.reversed().reduce(0) { mask, flag in
      mask << 2 | (known[keyPath: flag].map { $0 ? 3 : 2 } ?? 0)
    }
  }

  static func flags(_ mask: Int64) -> Repository.Flags {
    var known = Repository.Flags()
    for (place, flag) in flags.enumerated() {
      let bits = mask >> (2 * Int64(place)) & 3
      known[keyPath: flag] = bits & 2 == 0 ? nil : bits == 3
    }
    return known
  }
}
