import GitHubModel

extension Repository {
  /// What is known after newer facts: a fact that they leave out is kept.
  ///
  /// A row of a list knows less than the answer for a single repository. What would be wrong after
  /// a rename or a new owner is not kept.
  func updated(with newer: Repository) -> Repository {
    var merged = newer
    merged.owner = owner.login == newer.owner.login ? owner.updated(with: newer.owner) : newer.owner
    merged.counts = counts.updated(with: newer.counts)
    merged.dates = dates.updated(with: newer.dates)
    merged.flags = flags.updated(with: newer.flags)
    merged.keepTexts(of: self)
    return merged
  }

  private mutating func keepTexts(of older: Repository) {
    nodeID = nodeID ?? older.nodeID
    description = description ?? older.description
    homepage = homepage ?? older.homepage
    language = language ?? older.language
    topics = topics ?? older.topics
    license = license ?? older.license
    defaultBranch = defaultBranch ?? older.defaultBranch
    visibility = visibility ?? older.visibility
    guard older.name.fullName == name.fullName else { return }
    cloneURL = cloneURL ?? older.cloneURL
    sshURL = sshURL ?? older.sshURL
  }
}

extension Owner {
  fileprivate func updated(with newer: Owner) -> Owner {
    var merged = newer
    merged.id = newer.id ?? id
    merged.kind = newer.kind ?? kind
    merged.url = newer.url ?? url
    merged.avatarURL = newer.avatarURL ?? avatarURL
    return merged
  }
}

extension Repository.Counts {
  fileprivate func updated(with newer: Self) -> Self {
    var merged = self
    merged.stars = newer.stars ?? stars
    merged.forks = newer.forks ?? forks
    merged.openIssues = newer.openIssues ?? openIssues
    merged.searchWatchers = newer.searchWatchers ?? searchWatchers
    merged.subscribers = newer.subscribers ?? subscribers
    merged.size = newer.size ?? size
    return merged
  }
}

extension Repository.Dates {
  fileprivate func updated(with newer: Self) -> Self {
    var merged = self
    merged.created = newer.created ?? created
    merged.updated = newer.updated ?? updated
    merged.pushed = newer.pushed ?? pushed
    return merged
  }
}

extension Repository.Flags {
  fileprivate func updated(with newer: Self) -> Self {
    FlagMask.flags(FlagMask.mask(newer).filled(from: FlagMask.mask(self)))
  }
}

extension Int64 {
  /// Takes a pair of bits from the other number where this one has 0.
  fileprivate func filled(from other: Int64) -> Int64 {
    let known = self & 0xA_AAAA
    return self | other & ~(known | known >> 1)
  }
}
