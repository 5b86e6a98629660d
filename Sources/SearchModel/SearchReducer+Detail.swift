package import Essentials
package import GitHubModel

/// The selected repository's details: fetched after a pause on its row, and cached.
extension SearchReducer {
  /// Shows the selected repository's details while there is space, without a request if they are
  /// cached.
  mutating func showDetailOfSelection() {
    let repository = state.isDetailShown ? state.selectedRow?.repository : nil
    guard repository?.id != state.detail.repository?.id else { return }
    (state.desired.detail, bookkeeping.fetchedDetail) = (nil, nil)
    if let repository, let detail = bookkeeping.details.value(for: repository.id) {
      state.detail = detail
      if detail.growth == .absent { state.desired.ask(\.detail, for: .growth(repository)) }
    } else {
      state.detail = DetailState(repository)
      fetchDetail()
    }
  }

  /// Fetches, or refetches, the details of the selected repository.
  mutating func fetchDetail() {
    guard let repository = state.detail.repository else { return }
    bookkeeping.fetchedDetail = repository.id
    state.desired.ask(\.detail, for: .everything(repository))
  }

  /// Refetches the details, unless they are pending.
  mutating func refreshDetail() {
    if bookkeeping.fetchedDetail == nil { fetchDetail() }
  }

  mutating func beginDetail(of id: Repository.ID) {
    updateDetail(of: id) { detail in
      if detail.facts.value == nil { detail.facts = .loading }
      if detail.readme.value == nil { detail.readme = .loading }
    }
  }

  /// Accepts the last part of the details.
  mutating func endDetail(of id: Repository.ID, _ growth: StarGrowth?) {
    if bookkeeping.fetchedDetail == id { bookkeeping.fetchedDetail = nil }
    updateDetail(of: id) { $0.growth = .loaded(growth) }
  }

  // MARK: Visits

  /// Shows the details of a repository named in a README or on the start screen, once it is found.
  mutating func visit(_ name: RepositoryName) {
    let known =
      bookkeeping.details.values.compactMap(\.repository) + state.trending.map(\.repository)
    if let repository = known.first(where: { $0.name == name }) { return visit(repository) }
    state.visiting = name
    state.desired.ask(\.visit, for: name)
  }

  mutating func acceptVisit(
    _ result: Result<Repository, SearchFailure>,
    to name: RepositoryName
  ) {
    guard state.visiting == name else { return }
    cancelVisit()
    switch result {
    case .success(let repository):
      visit(repository)
      guard state.selectedRow?.id == repository.id, state.detail.repository?.id != repository.id
      else {
        return
      }
      state.detail = DetailState(repository)
      state.detail.facts = .loaded(repository)
      bookkeeping.fetchedDetail = repository.id
      state.desired.ask(\.detail, for: .rest(repository))
    case .failure(let failure): state.banner = Banner(.visit(name), failure)
    }
  }

  private mutating func visit(_ repository: Repository) {
    let origin = state.selectedRow?.repository
    guard origin?.id != repository.id else { return }
    let visits = state.visits + [origin].compactMap(\.self)
    showKept(repository)
    state.visits = visits
  }

  mutating func leaveVisit() {
    guard let origin = state.visits.last else { return }
    let visits = state.visits.dropLast()
    showKept(origin)
    state.visits = Array(visits)
  }

  mutating func cancelVisit() {
    (state.visiting, state.desired.visit) = (nil, nil)
  }

  /// Changes the details, unless another repository is now shown.
  mutating func updateDetail(of id: Repository.ID, _ change: (inout DetailState) -> Void) {
    guard state.detail.repository?.id == id else { return }
    change(&state.detail)
    guard state.detail.facts.value != nil, state.detail.readme.value != nil else { return }
    bookkeeping.details.insert(state.detail, for: id, size: state.detail.size)
  }
}

/// The details of a repository fetched so far.
package struct DetailState: Sendable, Hashable {
  /// The repository as listed, shown until the facts arrive.
  package internal(set) var repository: Repository?
  /// The repository with all facts from GitHub.
  package internal(set) var facts = Loadable<Repository>.absent
  /// The README; `.loaded(nil)` if there is none.
  package internal(set) var readme = Loadable<ReadmeSource?>.absent
  /// The local copy's README, shown until GitHub has sent the current one; nil if there is none.
  package internal(set) var localReadme: LocalReadme?
  /// The facts about its activity; `.loaded(nil)` if unknown.
  package internal(set) var activity = Loadable<Activity.Facts?>.absent
  /// Recent star growth, fetched last; `.loaded(nil)` if unknown.
  package internal(set) var growth = Loadable<StarGrowth?>.absent

  package init(_ repository: Repository? = nil) {
    self.repository = repository
  }

  /// The approximate size in bytes.
  fileprivate var size: Int {
    (readme.value??.text.utf8.count ?? 0) + (localReadme?.text.utf8.count ?? 0)
  }
}

/// A README in the local copy, without its markup.
package struct LocalReadme: Sendable, Hashable {
  /// The text, with one paragraph, item or line of code per line.
  package let text: String
  /// When it was the current version.
  package let date: Date

  package init(text: String, date: Date) {
    (self.text, self.date) = (text, date)
  }
}

/// A value fetched when it is selected.
package enum Loadable<Value: Sendable & Hashable>: Sendable, Hashable {
  /// Not requested yet.
  case absent
  case loading
  case loaded(Value)
  case failed(SearchFailure)

  init(_ result: Result<Value, SearchFailure>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let failure): self = .failed(failure)
    }
  }

  /// The value, once loaded.
  package var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }
}
