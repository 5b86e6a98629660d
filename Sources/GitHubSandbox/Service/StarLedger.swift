/// Who starred what and when.
struct StarLedger {
  struct Star {
    let repositoryID: Int
    let starredAt: UnixTime
  }

  private var stars: [String: [Int: Star]] = [:]
  private var changes: [Int: Int] = [:]

  /// By how much the star count of each repository differs from the catalogue's.
  var countChanges: [Int: Int] { changes }

  func isStarred(_ repositoryID: Int, by login: String) -> Bool {
    stars[login.lowercased()]?[repositoryID] != nil
  }

  /// The user's stars, the oldest first.
  func stars(of login: String) -> [Star] {
    (stars[login.lowercased()] ?? [:]).values.sorted {
      ($0.starredAt, $0.repositoryID) < ($1.starredAt, $1.repositoryID)
    }
  }

  /// Does nothing when the star is there already.
  mutating func star(_ repositoryID: Int, by login: String, at time: UnixTime) {
    guard !isStarred(repositoryID, by: login) else { return }
    stars[login.lowercased(), default: [:]][repositoryID] =
      Star(repositoryID: repositoryID, starredAt: time)
    changes[repositoryID, default: 0] += 1
  }

  /// Does nothing when there is no such star.
  mutating func unstar(_ repositoryID: Int, by login: String) {
    guard stars[login.lowercased()]?.removeValue(forKey: repositoryID) != nil else { return }
    changes[repositoryID, default: 0] -= 1
  }

  /// Enters a star that the catalogue's count already holds.
  mutating func enter(_ repositoryID: Int, by login: String, at time: UnixTime) {
    stars[login.lowercased(), default: [:]][repositoryID] =
      Star(repositoryID: repositoryID, starredAt: time)
  }
}
