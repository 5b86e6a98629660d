import GitHubAPI
import GitHubModel
import SearchModel

/// The client in the two names that a search is made in.
struct SearchClients: Sendable {
  let signedIn: GitHubAPIClient
  let anonymous: GitHubAPIClient

  subscript(access: SearchAccess) -> GitHubAPIClient {
    switch access {
    case .signedIn: signedIn
    case .anonymous: anonymous
    }
  }
}

/// Searches GitHub for a view model, and keeps what was found.
struct ClientSearching: RepositorySearching {
  let clients: SearchClients
  let library: Library

  func page(_ request: SearchRequest) async throws(SearchFailure) -> SearchAnswer {
    do throws(GitHubError) {
      let answer = try await clients[request.access]
        .searchPage(request.page, of: request.query, size: SearchRequest.pageSize)
      library.note(answer.value.repositories)
      return SearchAnswer(page: answer.value, rateLimit: answer.rateLimit)
    } catch {
      throw SearchFailure(error)
    }
  }
}
