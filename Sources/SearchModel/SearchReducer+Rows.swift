package import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows: results, previews, and which of them are selected and marked.
extension SearchReducer {
  /// Shows what is known and matches until GitHub responds: another sort keeps all rows of its text.
  mutating func preview(isNewText: Bool) {
    let filter = LocalFilter(state.text)
    var seen: Set<Repository.ID> = []
    let known = (bookkeeping.responseRows + bookkeeping.localMatches).filter {
      seen.insert($0.id).inserted && (!isNewText || filter.matches($0))
    }
    replaceRows(known.map { RepositoryRow($0, origin: .local) })
    selectFirstUnlessChosen()
  }

  /// Shows matches from the store, unless GitHub was faster or the text has changed.
  mutating func acceptLocal(_ repositories: [Repository], matching text: String) {
    guard state.source == .search, text == bookkeeping.query?.text, state.phase != .loaded
    else { return }
    bookkeeping.localMatches = repositories
    learnStars(of: repositories)
    let shown = state.rows.filter { $0.origin == .local }
    var ids = Set(shown.map(\.id))
    let new = repositories.filter { ids.insert($0.id).inserted }
    if shown.isEmpty && new.isEmpty { return }
    replaceRows(shown + new.map { RepositoryRow($0, origin: .local) })
  }

  /// Replaces the rows; the selected repository stays selected if it is among them.
  ///
  /// The user's choice is forgotten only when a response does not have it.
  mutating func replaceRows(_ new: [RepositoryRow], isResponse: Bool = false) {
    state.rows = new
    if new.contains(where: { $0.id == bookkeeping.chosenRow }) {
      state.selection = bookkeeping.chosenRow
    } else if isResponse {
      bookkeeping.chosenRow = nil
    }
    if state.selectedIndex == nil { state.selection = new.first?.id }
  }

  /// Sorts a complete result locally and caches it as GitHub's response: a request would cost a search
  /// and return the same rows.
  mutating func sortLocally(now: Date) {
    guard state.source == .search, let shown = bookkeeping.query, let query = try? currentQuery(),
      query.text == shown.text,
      let areInOrder = query.areInOrder,
      bookkeeping.results.entry(for: query, at: now) == nil,
      var entry = bookkeeping.results.entry(for: shown, at: now), entry.isComplete
    else { return }
    entry.repositories = entry.repositories.enumerated().sorted { first, second in
      if areInOrder(first.element, second.element) { return true }
      if areInOrder(second.element, first.element) { return false }
      return first.offset < second.offset
    }.map(\.element)
    bookkeeping.results.insert(entry, for: query)
  }

  mutating func selectFirstUnlessChosen() {
    let isChosen = bookkeeping.chosenRow != nil && state.selection == bookkeeping.chosenRow
    if !isChosen { state.selection = state.rows.first?.id }
  }
}

extension SearchQuery {
  /// Whether one repository comes before another; nil for a sort that only GitHub knows.
  fileprivate var areInOrder: ((Repository, Repository) -> Bool)? {
    func by<Value: Comparable>(
      _ value: @escaping (Repository) -> Value
    ) -> (Repository, Repository) -> Bool {
      let isDescending = order == .descending
      return { isDescending ? value($0) > value($1) : value($0) < value($1) }
    }
    return switch sort {
    case .bestMatch, .helpWantedIssues: nil
    case .stars: by { $0.counts.stars ?? 0 }
    case .forks: by { $0.counts.forks ?? 0 }
    case .updated: by { $0.dates.updated ?? .distantPast }
    }
  }
}

// MARK: - Selection and marks

extension SearchReducer {
  mutating func select(_ id: Repository.ID) {
    guard state.rows.contains(where: { $0.id == id }) else { return }
    state.selection = id
    bookkeeping.chosenRow = id
    bookkeeping.pendingSelectionIndex = nil
  }

  /// Down, or up when negative; stops at the ends.
  ///
  /// Rows of the store that are not here yet are read when they are moved to.
  mutating func moveSelection(by count: Int) -> [SearchEffect] {
    if state.source == .lists {
      moveListSelection(by: count)
      return []
    }
    guard let index = bookkeeping.pendingSelectionIndex ?? state.selectedIndex else { return [] }
    let (sum, overflow) = index.addingReportingOverflow(count)
    return moveSelection(to: overflow ? (count > 0 ? .max : 0) : max(sum, 0))
  }

  private mutating func moveSelection(to index: Int) -> [SearchEffect] {
    let last = state.rows.count - 1
    guard last >= 0 else { return [] }
    select(state.rows[min(index, last)].id)
    guard index > last, state.source != .search, state.phase == .loaded, state.paging != .end
    else { return [] }
    let awaited = min(index, (state.total?.count ?? ListRequest.maxRows) - 1)
    return awaited > last ? read(upTo: awaited) : []
  }

  mutating func toggleMark() {
    guard let repository = state.selectedRow?.repository else { return }
    if state.isMarked(repository.id) {
      state.marked.removeAll { $0.id == repository.id }
    } else {
      state.marked.append(repository)
    }
  }
}

// MARK: - Pages

extension SearchReducer {
  /// Asks for the next page, if there is one and it is not on its way.
  mutating func loadMore(now: Date) -> [SearchEffect] {
    guard state.phase == .loaded, case .more(let page) = state.paging else { return [] }
    return load(page, now: now)
  }

  mutating func load(_ page: Int, now: Date) -> [SearchEffect] {
    guard state.source == .search else {
      state.paging = .loading(page)
      return read(from: bookkeeping.responseRows.count, now: now)
    }
    guard let query = bookkeeping.query else { return [] }
    state.paging = .loading(page)
    let request = SearchRequest(query: query, page: page, access: state.access)
    return send(request, interval: budgetWait(at: now), now: now)
  }
}

// MARK: - The local filter

/// Whether a known repository matches a text, as far as that is known without GitHub.
///
/// Words must all occur in the name, the description, the topics or the language, whatever their
/// case. Qualifiers that the repository itself can answer are applied, others ignored: what passes
/// is a preview, and is marked as one.
package struct LocalFilter: Sendable {
  private var words: [[UInt8]] = []
  private let conditions: RepositoryFilter

  package init(_ text: String) {
    let terms = QueryWords(text).terms
    // Only GitHub knows what OR and NOT apply to.
    let isPlain = !terms.contains { if case .logic = $0 { true } else { false } }
    conditions = RepositoryFilter(terms.compactMap(Self.qualifier))
    for case .text(let word) in terms where isPlain { words.append(Array(word.lowercased().utf8)) }
  }

  /// Whether a repository passes the filter.
  package func matches(_ repository: Repository) -> Bool {
    guard conditions.accepts(repository) else { return false }
    guard !words.isEmpty else { return true }
    let text = Self.searchable(repository)
    return words.allSatisfy { Self.contains($0, in: text) }
  }

  private static func qualifier(_ term: QueryWords.Term) -> Qualifier? {
    guard case .qualifier(let name, let value, let isNegated) = term else { return nil }
    let known = name == "org" ? .user : Qualifier.Name(rawValue: name)
    return known.flatMap { Qualifier($0, value, isNegated: isNegated) }
  }

  private static func searchable(_ repository: Repository) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    append(repository.name.owner, to: &text)
    append("/", to: &text)
    append(repository.name.name, to: &text)
    for part in (repository.topics ?? []) + [repository.language, repository.description] {
      text.append(UInt8(ascii: "\n"))
      append(part ?? "", to: &text)
    }
    return text
  }
}

// Comparing bytes is much faster than comparing characters.

extension LocalFilter {
  /// Bytes: a description may have 65,000, and the first ones say what it is about.
  private static let maxPartLength = 1_000

  /// In lowercase; nearly all of it is ASCII, which needs no Unicode tables.
  private static func append(_ part: String, to text: inout [UInt8]) {
    let bytes = part.utf8.prefix(maxPartLength)
    if bytes.allSatisfy({ $0 < 128 }) {
      for byte in bytes { text.append((65...90).contains(byte) ? byte | 32 : byte) }
    } else {
      text.append(contentsOf: part.lowercased().utf8.prefix(maxPartLength))
    }
  }

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    while start + word.count <= text.count {
      if text[start] == first, matches(word, at: start, in: text) { return true }
      start += 1
    }
    return false
  }

  private static func matches(_ word: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    var offset = 1
    while offset < word.count, text[start + offset] == word[offset] { offset += 1 }
    return offset == word.count
  }
}
