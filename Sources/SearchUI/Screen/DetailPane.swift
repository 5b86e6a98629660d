package import GitHubModel
package import SearchModel
import Terminal

/// The detail as it is on the screen.
///
/// It follows the selection once the selection rests: while rows fly by, it stays as it is, so that a move
/// redraws two rows and no pane.
package struct DetailPane: Sendable {
  package private(set) var detail = DetailState()
  /// The first line that is shown.
  package var top = 0
  /// The README in lines, wrapped once for each width and not for every frame.
  private var readme = ReadmeLines()

  package init() {}

  /// The repository with everything that is known about it.
  package var repository: Repository? { detail.facts.value ?? detail.repository }

  var owner: Owner? { repository?.owner }

  /// Shows a new detail: at once, or when its fetch has begun.
  mutating func show(_ new: DetailState, atOnce: Bool) {
    let isReady = new.facts != .absent || new.repository?.id == detail.repository?.id
    guard atOnce || isReady || new.repository == nil || detail.repository == nil else { return }
    if new.repository?.id != detail.repository?.id { top = 0 }
    detail = new
  }

  /// Wraps the README for a width, unless that is already done.
  mutating func wrap(width: Int) {
    readme.update(detail, width: width)
  }

  func readmeLines(width: Int) -> [TextLine] {
    var lines = readme
    lines.update(detail, width: width)
    return lines.lines
  }
}

/// The lines of a README, with the text and width they were made for.
///
/// The README of the local copy is shown until GitHub has sent it.
private struct ReadmeLines: Sendable {
  private(set) var lines: [TextLine] = []
  private var text: String?
  private var isMarkdown = false
  private var options = ReadmeText.Options(width: 0)

  mutating func update(_ detail: DetailState, width: Int) {
    let isMarkdown = detail.readme.value != nil
    let text = isMarkdown ? detail.readme.value.flatMap(\.self) : detail.localReadme?.text
    let options = ReadmeText.Options(width: width, page: detail.repository?.url)
    guard text != self.text || isMarkdown != self.isMarkdown || options != self.options else {
      return
    }
    (self.text, self.isMarkdown, self.options) = (text, isMarkdown, options)
    lines =
      text.map {
        isMarkdown ? ReadmeText.lines($0, options) : ReadmeText.lines(plain: $0, width: width)
      } ?? []
  }
}

/// The pictures of owners fetched so far, and the one under way.
struct OwnerPictures: Sendable {
  /// The oldest first; nil for an owner who has none that could be shown.
  private var known: [(owner: Int64, picture: Picture?)] = []
  private var requested: Int64?

  init() {}

  func picture(of owner: Owner) -> Picture? {
    known.first { $0.owner == owner.id }?.picture
  }

  /// Whether the owner's picture must be fetched, which then replaces any other fetch.
  mutating func request(_ owner: Owner) -> Bool {
    guard let id = owner.id, owner.avatarURL != nil, id != requested,
      !known.contains(where: { $0.owner == id })
    else { return false }
    requested = id
    return true
  }

  mutating func take(_ picture: Picture?, of owner: Int64) {
    if requested == owner { requested = nil }
    known.removeAll { $0.owner == owner }
    known.append((owner, picture))
    while known.count > Self.maxCached || byteCount > Self.maxCacheSize { known.removeFirst() }
  }

  private static let maxCached = 256
  /// Bytes: four of the largest.
  private static let maxCacheSize = 4 * Picture.maxBytes

  private var byteCount: Int { known.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) } }
}
