package import Core
package import Essentials
import GitHubAPI
package import GitHubModel

/// Reads how many stars a repository has gained over time.
package struct GrowthReader {
  private let session: Session
  private let client: GitHubAPIClient
  private let histories: StarHistories

  /// `age` limits the age of cached facts, and `maxAge` that of histories in seconds.
  package init(_ session: Session, acceptingAge age: TimeSpan?, maxAge: TimeInterval) {
    self.session = session
    client = session.revalidatingClient(acceptingAge: age)
    histories = StarHistories(session, maxAge: maxAge)
  }

  /// The rows of repositories, in order.
  ///
  /// - Throws: The first failure; the remaining repositories are not read.
  package func rows(
    of names: [RepositoryName],
    since date: Date,
    by unit: StarHistory.Unit
  ) async throws(OperationFailure) -> [GrowthRow] {
    let results = await ConcurrentCalls.results(
      names,
      ends: { (_: OperationFailure) in true },
      call: { name async throws(OperationFailure) in
        try await row(of: name, since: date, by: unit)
      }
    )
    var rows: [GrowthRow] = []
    for (_, result) in results { rows.append(try result.get()) }
    return rows
  }

  /// The facts of a repository, and its stars since a date if one is given.
  package func row(
    of name: RepositoryName,
    since date: Date?,
    by unit: StarHistory.Unit?
  ) async throws(OperationFailure) -> GrowthRow {
    let repository = try await client.ask(.repository(name), in: session.world).value
    await session.library.record([repository])
    let now = session.world.now()
    let spanned = date.map { Int(now.timeIntervalSince($0) / 86_400) }
    do throws(GitHubError) {
      // Enough for a whole bucket at the start of the period.
      let margin = spanned.map { (unit ?? .usual(days: $0)) == .month ? 32.0 : 7.0 } ?? 0
      let history = try await histories.history(
        of: repository.name,
        since: date?.addingTimeInterval(-margin * 86_400)
      )
      let unit = unit ?? .usual(days: spanned ?? history.dayCount)
      return GrowthRow(repository, history, by: unit, since: date)
    } catch {
      throw StarHistories.failure(error, session)
    }
  }
}

extension StarHistory.Unit {
  fileprivate static func usual(days: Int) -> Self {
    switch days {
    case ...60: .day
    case ...(3 * 366): .week
    default: .month
    }
  }
}

/// A repository with its star history.
package struct GrowthRow: Sendable {
  package let repository: Repository
  package let growth: StarGrowth
  package let buckets: [StarHistory.Bucket]
  /// The last day that counts.
  package let lastDay: String?
  package let unit: StarHistory.Unit

  package init(
    _ repository: Repository,
    _ history: StarHistory,
    by unit: StarHistory.Unit,
    since date: Date?
  ) {
    (self.repository, self.unit) = (repository, unit)
    growth = StarGrowth(history)
    buckets = history.buckets(unit, since: date)
    lastDay = history.lastDay
  }
}
