import GitHubAPI
import RepositoryStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps answers beside the repositories that were seen.
struct StoreAnswers: AnswerKeeping {
  let library: Library

  func answer(for key: String) async -> (payload: Data, storedAt: Date)? {
    let kept = library.attempt { () throws(StoreError) in try library.cache()?.answer(key) }
    return (kept ?? nil).map { ($0.payload, $0.storedAt) }
  }

  func keep(_ payload: Data, for key: String) async {
    library.attempt { () throws(StoreError) in try library.cache()?.keep(payload, as: key) }
  }
}
