import Foundation
import GitHubModel
import SearchModel
import Testing

/// The date at which the virtual clock is at zero.
let epoch = Date(timeIntervalSince1970: 1_800_000_000)

/// A repository with only an ID and a name.
func repository(
  _ id: Int64,
  _ name: String? = nil,
  description: String? = nil,
  isStarred: Bool? = nil
) throws -> Repository {
  let name = try #require(RepositoryName(name ?? "owner/repository-\(id)"))
  let url = "https://github.com/\(name)"
  var repository = Repository(id: id, name: name, owner: Owner(login: name.owner), url: url)
  repository.description = description
  repository.isStarred = isStarred
  return repository
}

func repositories(_ ids: some Sequence<Int64>) throws -> [Repository] {
  try ids.map { try repository($0) }
}

func page(
  _ repositories: [Repository],
  total: Int? = nil,
  isIncomplete: Bool = false
) -> RepositoryPage {
  RepositoryPage(
    repositories: repositories,
    totalCount: total ?? repositories.count,
    isIncomplete: isIncomplete
  )
}

let plenty = BudgetReading(limit: 30, remaining: 29)
