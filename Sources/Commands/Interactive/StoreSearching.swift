import GitHubModel
import RepositoryStore
import SearchModel

/// Finds what was seen before for a view model.
struct StoreSearching: LocalSearching {
  let library: Library
  let stars: LocalStars

  func matches(_ text: String, limit: Int) async -> [Repository] {
    let found = library.attempt { () throws(StoreError) in
      try library.seen()?.matches(text, limit: limit) ?? []
    }
    return stars.marked(found ?? [])
  }
}
