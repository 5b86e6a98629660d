import GitHubModel

/// What becomes of the rows of a search besides being written: they are marked with their stars,
/// chosen by them, and kept for later.
struct FoundRows {
  private let library: Library
  private let marks: StarMarks?
  private let filter: Bool?
  private let list: RowList
  private var names: [RepositoryName] = []
  /// How many were left out since nobody knows whether they are starred.
  private(set) var unknownCount = 0

  /// - Parameters:
  ///   - showsStars: Whether the output tells which rows are starred.
  ///   - filter: Whether those that stay are starred; nil for all.
  init(_ services: Services, showsStars: Bool, filter: Bool?, in context: Context) {
    library = services.library
    marks = showsStars || filter != nil ? StarMarks(services) : nil
    self.filter = filter
    list = RowList(in: context)
  }

  /// The rows of a page that are to be written.
  mutating func chosen(from repositories: [Repository]) async -> [Repository] {
    let marked = await marks?.marked(repositories) ?? repositories
    guard let filter else { return marked }
    unknownCount += marked.count { $0.isStarred == nil }
    return marked.filter { $0.isStarred == filter }
  }

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
