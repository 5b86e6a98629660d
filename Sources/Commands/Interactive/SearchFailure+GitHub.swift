import GitHubAPI
import SearchModel

extension SearchFailure {
  /// What a failed call means to a view model.
  init(_ error: GitHubError) {
    let message = error.message ?? "no reason given"
    self =
      switch error.code {
      case .cancelled: .cancelled
      case .tokenMissing: .tokenMissing
      case .tokenUnreadable: .localStore("the token cannot be read")
      case .tokenRejected: .tokenRefused
      case .forbidden: .forbidden(message)
      case .notFound: .notFound
      case .invalidRequest: .validation(message)
      case .rateLimited: .rateLimited(until: error.resetsAt)
      case .unreachable: .offline(message)
      case .badResponse: .badAnswer(message)
      }
  }
}
