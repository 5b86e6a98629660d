import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The one place where a ``SearchState`` changes: pure, timed by its arguments.
///
/// Every event is a method of its own, in the file of its subject.
package enum SearchReducer {
  /// Takes in an event, and says what is to be done about it.
  package static func reduce(
    _ state: inout SearchState,
    _ event: SearchEvent,
    now: Date
  ) -> [SearchEffect] {
    let effects = state.handle(event, now: now)
    return effects + state.loadMoreWhenSeen(now: now) + state.lookWhenSelected()
  }

  /// Repositories in one question for star states (GitHub's GraphQL documentation: 100 nodes).
  package static let mostStarLookups = 100
}

extension SearchState {
  fileprivate mutating func handle(_ event: SearchEvent, now: Date) -> [SearchEffect] {
    switch event {
    case .started: [.readBudget(access), .readFavourites, .readHistory]
    case .edited(let input): edit(input, now: now)
    case .action(let action): perform(action, now: now)
    case .tick: tick(now: now)
    case .rested(let plan): note { $0.begin(plan, now: now) }
    case .sent(let reading): note { $0.learn(reading, now: now) }
    case .denied(let reading): postpone(reading, now: now)
    case .answered(let request, let outcome): accept(outcome, to: request, now: now)
    case .budgetRead(let reading): note { $0.learn(reading, now: now) }
    case .localMatches(let text, let repositories): acceptLocal(repositories, matching: text)
    case .starsRead(let asked, let lookup): acceptStars(lookup, of: asked)
    case .starWritten(let write, let failure): finishStar(write, failure, now: now)
    case .favouritesRead(let lookup): note { $0.acceptFavourites(lookup) }
    case .favouriteWritten(let write, let failure): finishFavourite(write, failure)
    case .detailChanged(let detail): note { $0.detail = detail }
    case .historyRead(let texts): note { $0.history = texts }
    }
  }

  private mutating func note(_ change: (inout SearchState) -> Void) -> [SearchEffect] {
    change(&self)
    return []
  }

  private mutating func perform(_ action: SearchAction, now: Date) -> [SearchEffect] {
    actionCount += 1
    return switch action {
    case .submit: submit(now: now)
    case .refresh: refresh(now: now)
    case .setSort(let sort): setSort(sort, now: now)
    case .cycleSort: setSort(sort.next, now: now)
    case .setOrder(let order): setOrder(order, now: now)
    case .toggleOrder: setOrder(order == .descending ? .ascending : .descending, now: now)
    case .select(let id): note { $0.choose(id) }
    case .move(let count): note { $0.move(by: count) }
    case .moveToFirst: note { $0.move(by: -$0.rows.count) }
    case .moveToLast: note { $0.move(by: $0.rows.count) }
    case .show(let visible): note { $0.memory.visible = visible }
    case .loadMore: loadMore(now: now)
    case .toggleMark: note { $0.toggleMark() }
    case .clearMarks: note { $0.marked = [] }
    case .toggleStar: toggleStars(now: now)
    case .setStar(let isStarred, let ids): setStars(isStarred, of: find(ids), now: now)
    case .toggleFavourite: toggleFavourites()
    case .setFavourite(let isFavourite, let ids): setFavourites(isFavourite, of: find(ids))
    case .showDetail(let isShown): note { $0.memory.isDetailShown = isShown }
    case .use: remember()
    case .retry: retry(now: now)
    case .dismissBanner: note { $0.banner = nil }
    }
  }
}

extension SearchQuery.Sort {
  /// The one after this, the first after the last.
  fileprivate var next: Self {
    let all = Self.allCases
    guard let index = all.firstIndex(of: self) else { return self }
    return all[(index + 1) % all.count]
  }
}
