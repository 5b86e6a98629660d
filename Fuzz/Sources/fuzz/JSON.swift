import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes

@testable import GitHubAPI

/// A search page: each repository has a valid name and a web address.
func checkPage(_ bytes: [UInt8]) {
  guard let query = try? SearchQuery(text: "fuzz"),
    let page = try? Endpoint.searchRepositories(query, pageSize: 100).read(response(200, bytes))
  else { return }
  demand((page.totalCount ?? .max) >= page.repositories.count, "a total below the number of rows")
  for repository in page.repositories {
    demand(RepositoryName(repository.name.fullName) != nil, "an invalid name")
    demand(repository.url.hasPrefix("http"), "an invalid address")
    demand(repository.url.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "an unprintable address")
    demand((repository.counts.stars ?? 0) >= 0, "a negative number of stars")
  }
}

/// An error response: any bytes produce an error and never a crash.
func checkFailure(_ bytes: [UInt8]) {
  let status = [400, 401, 403, 404, 422, 429, 500][Int(bytes.first ?? 0) % 7]
  let answer = response(status, Array(bytes.dropFirst()))
  let error = GitHubError(answer)
  demand(error.status == status, "another status")
  demand(error.message?.isEmpty == false, "no message")
}

private func response(_ status: Int, _ bytes: [UInt8]) -> TransportResponse {
  TransportResponse(head: HTTPResponse(status: .init(code: status)), body: bytes)
}
