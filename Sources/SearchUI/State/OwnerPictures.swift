import GitHubModel
import Terminal

/// The pictures of owners that came so far, and the one that is waited for.
struct OwnerPictures: Sendable {
  /// The oldest first; nil for an owner who has none that could be shown.
  private var known: [(owner: Int64, picture: Picture?)] = []
  private var awaited: Int64?

  init() {}

  func picture(of owner: Owner) -> Picture? {
    known.first { $0.owner == owner.id }?.picture
  }

  /// Whether the owner's picture is to be fetched, which then takes the place of any other fetch.
  mutating func await(_ owner: Owner) -> Bool {
    guard let id = owner.id, owner.avatarURL != nil, id != awaited,
      !known.contains(where: { $0.owner == id })
    else { return false }
    awaited = id
    return true
  }

  mutating func take(_ picture: Picture?, of owner: Int64) {
    if awaited == owner { awaited = nil }
    known.removeAll { $0.owner == owner }
    known.append((owner, picture))
    while known.count > Self.mostKept || byteCount > Self.largestKept { known.removeFirst() }
  }

  private static let mostKept = 256
  /// Bytes: four of the largest.
  private static let largestKept = 4 * Picture.mostBytes

  private var byteCount: Int { known.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) } }
}
