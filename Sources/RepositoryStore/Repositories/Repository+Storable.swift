import GitHubModel

extension Repository {
  /// As it comes back out of the file.
  ///
  /// SQLite's texts end at a NUL, which is a replacement character from then on; a topic is one
  /// line; times are whole seconds; and nobody's star is in it.
  var storable: Repository {
    var kept = self
    kept.isStarred = nil
    kept.dates = dates.storable
    kept.topics = topics?.map { $0.storable.split(separator: "\n").joined(separator: " ") }
    for text in Self.texts { kept[keyPath: text] = kept[keyPath: text]?.storable }
    kept.url = url.storable
    kept.owner = owner.storable
    kept.owner.login = name.owner
    kept.license = license?.storable
    return kept
  }

  // WritableKeyPath is not Sendable, so the list is made anew for each use.
  private static var texts: [WritableKeyPath<Repository, String?>] {
    [
      \.nodeID, \.description, \.homepage, \.language, \.defaultBranch, \.cloneURL, \.sshURL,
      \.visibility,
    ]
  }
}

extension Owner {
  fileprivate var storable: Owner {
    var kept = self
    (kept.kind, kept.url) = (kind?.storable, url?.storable)
    kept.avatarURL = avatarURL?.storable
    return kept
  }
}

extension License {
  fileprivate var storable: License {
    var kept = self
    (kept.key, kept.name) = (key.storable, name?.storable)
    (kept.spdxID, kept.url) = (spdxID?.storable, url?.storable)
    return kept
  }
}

extension Repository.Dates {
  fileprivate var storable: Self {
    var kept = self
    (kept.created, kept.updated) = (created.flatMap(\.storable), updated.flatMap(\.storable))
    kept.pushed = pushed.flatMap(\.storable)
    return kept
  }
}
