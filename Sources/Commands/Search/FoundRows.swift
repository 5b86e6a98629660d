import GitHubModel

/// What becomes of the rows of a search besides being written: they are marked with their stars,
/// chosen by them, and kept for later.
struct FoundRows {
  private let library: Library
  private let marks: StarMarks?
  private let filter: Bool?
  private let list: RowList
  private var names: [RepositoryName] = []
  /// How many more are wanted.
  private var left: Int
  /// Whether of a whole page nobody knew what the choice is made by: then nobody will of the next.
  private var isBlind = false
  /// How many were left out since nobody knows whether they are starred.
  private(set) var unknownCount = 0

  /// Begins with none of the `limit` rows that may stay.
  ///
  /// `showsStars` is whether the output tells which rows are starred, `filter` whether those that
  /// stay are; nil for all.
  init(
    _ services: Services,
    showsStars: Bool,
    filter: Bool?,
    limit: Int,
    in context: Context
  ) {
    library = services.library
    marks = showsStars || filter != nil ? StarMarks(services) : nil
    self.filter = filter
    left = limit
    list = RowList(in: context)
  }

  /// The rows of a page that are to be written.
  mutating func chosen(from repositories: [Repository]) async -> [Repository] {
    let marked = await marks?.marked(repositories) ?? repositories
    let chosen = filter.map { filter in marked.filter { $0.isStarred == filter } } ?? marked
    if filter != nil { note(unknown: marked.count { $0.isStarred == nil }, of: marked.count) }
    let written = chosen.prefix(left)
    left -= written.count
    return Array(written)
  }

  private mutating func note(unknown: Int, of count: Int) {
    unknownCount += unknown
    isBlind = count > 0 && unknown == count
  }

  /// Whether another page may bring more.
  var wantsMore: Bool { left > 0 && !isBlind }

  /// Keeps a page once it has been written.
  mutating func keep(_ written: [Repository], among repositories: [Repository]) {
    if names.count < Self.mostNames { names += written.map(\.name) }
    library.note(repositories)
  }

  /// Makes what was written the list that `#N` speaks of.
  func close() {
    list.replace(with: names)
  }

  /// Nobody counts further.
  private static let mostNames = 1000
}
