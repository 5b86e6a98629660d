package import Core
import GitHubAPI
package import GitHubModel

/// A repository's forks, sorted by the number of commits they are ahead and then by stars.
package struct ForkComparison {
  package let forks: [Fork]
  /// The total number of forks.
  package let total: Int

  package init(of name: RepositoryName, _ session: Session) async throws(OperationFailure) {
    var (found, total) = ([Repository](), 0)
    for order in ForkOrder.allCases {
      let page = try await session.ask(.forks(of: name, by: order)).value
      let known = Set(found.map(\.id))
      found += page.repositories.filter { !known.contains($0.id) }
      total = page.totalCount ?? found.count
      if total <= page.repositories.count { break }
    }
    var compared: [Fork] = []
    let size = Endpoint<[Fork?]>.maxForks
    for start in stride(from: 0, to: found.count, by: size) {
      let forks = Array(found[start...].prefix(size))
      compared += try await session.ask(.compare(forks, with: name)).value.compactMap(\.self)
    }
    self.total = total
    forks = compared.sorted {
      ($0.aheadBy, $0.repository.counts.stars ?? 0) > ($1.aheadBy, $1.repository.counts.stars ?? 0)
    }
  }
}
