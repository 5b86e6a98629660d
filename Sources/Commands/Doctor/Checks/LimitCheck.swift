import GitHubAPI
import GitHubModel

/// What is left of GitHub's limits.
struct LimitCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    guard case .reached = patient.contact else { return [] }
    do throws(GitHubError) {
      let limits = try await patient.services.client.send(.rateLimits).value
      return limits.filter { ["core", "search"].contains($0.resource) }
        .map { finding($0, patient.context) }
    } catch {
      // A server may have no limits, and a token that is refused is another check's finding.
      return []
    }
  }

  private func finding(_ limit: RateLimit, _ context: Context) -> Finding {
    let text = "\(limit.resource): \(limit.sentence(now: context.now()))"
    guard limit.remaining == 0 else { return .fine("limits", text) }
    return .warning("limits", text, remedy: "wait until then, or add --wait")
  }
}
