import Essentials
import GitHubAPI
import GitHubModel

/// The requests of each hour that a sync leaves for other commands.
struct RequestReserve {
  private let session: Session
  private let resource: RequestResource

  init(of resource: RequestResource, _ session: Session) {
    (self.session, self.resource) = (session, resource)
  }

  /// Whether a request may be sent; with `--wait`, it waits for the reset first if it must.
  func allowsRequest() async throws(GitHubError) -> Bool {
    let status = await session.client.rateLimit(of: resource)
    guard let remaining = status.remaining, remaining <= Self.size(of: status.limit) else {
      return true
    }
    guard session.context.waitLimit == .untilItEnds, let rest = status.resetsIn else {
      return false
    }
    let text =
      "keeping the last \(remaining) requests of this hour for other commands; waiting until \(clock(in: rest))"
    session.context.announceWait(text, until: date(in: rest))
    try await session.context.clock.wait(rest)
    return true
  }

  /// Why a run ends when there is no share left.
  func failure() async -> CommandFailure {
    let status = await session.client.rateLimit(of: resource)
    let reset = status.resetsIn
    let time = reset.map { " after \(clock(in: $0))" } ?? " later"
    var failure = CommandFailure(
      .partial,
      "stopped to leave \(Self.size(of: status.limit)) requests this hour for other commands",
      advice: "run `ghsearch stars sync`\(time) to continue, or add --wait"
    )
    failure.retryDate = reset.map(date(in:))
    return failure
  }

  /// The time of day after a wait.
  private func clock(in rest: Duration) -> String {
    LocalTime.clock(date(in: rest), now: session.context.now())
  }

  private func date(in rest: Duration) -> Date {
    session.context.now().addingTimeInterval(rest / .seconds(1))
  }

  /// 500, or a tenth of an hour that has no more than that.
  private static func size(of limit: Int?) -> Int {
    limit.map { $0 > 500 ? 500 : $0 / 10 } ?? 500
  }
}
