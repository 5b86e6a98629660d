import Essentials
package import GitHubAPI
import GitHubModel

/// The requests of each hour that a sync reserves for other commands.
package struct RequestReserve {
  private let session: Session
  private let resource: RequestResource

  package init(of resource: RequestResource, _ session: Session) {
    (self.session, self.resource) = (session, resource)
  }

  /// Whether another request is allowed; waits for the reset first if necessary, unless the user
  /// declined to wait.
  package func allowsRequest() async throws(GitHubError) -> Bool {
    let status = await session.client.rateLimit(of: resource)
    guard let remaining = status.remaining, remaining <= Self.size(of: status.limit) else {
      return true
    }
    guard session.world.waitLimit == .untilItEnds, let rest = status.resetsIn else {
      return false
    }
    session.world.notify(.waitForReserve(remaining: remaining, until: date(in: rest)))
    try await session.world.clock.wait(rest)
    return true
  }

  /// The failure of a run that has used up its share.
  package func failure() async -> OperationFailure {
    let status = await session.client.rateLimit(of: resource)
    return OperationFailure(
      .reserved(
        requests: Self.size(of: status.limit),
        until: status.resetsIn.map(date(in:)),
        now: session.world.now()
      )
    )
  }

  private func date(in rest: Duration) -> Date {
    session.world.now().addingTimeInterval(rest / .seconds(1))
  }

  /// The size of the reserve: 500, or a tenth of a limit below 500.
  private static func size(of limit: Int?) -> Int {
    limit.map { $0 > 500 ? 500 : $0 / 10 } ?? 500
  }
}
