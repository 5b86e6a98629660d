import Essentials
package import GitHubAPI
import GitHubModel

/// The requests of each hour that a sync leaves for other commands.
package struct RequestReserve {
  private let session: Session
  private let resource: RequestResource

  package init(of resource: RequestResource, _ session: Session) {
    (self.session, self.resource) = (session, resource)
  }

  /// Whether a request may be sent; if it must, it waits for the reset first, unless the user does not want that.
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

  /// Why a run ends when there is no share left.
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

  /// 500, or a tenth of an hour that has no more than that.
  private static func size(of limit: Int?) -> Int {
    limit.map { $0 > 500 ? 500 : $0 / 10 } ?? 500
  }
}
