import GitHubAPI
import GitHubModel
import HTTPTransport

/// Names, connection, encryption: whether GitHub answers, and how fast.
struct NetworkCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    switch patient.contact {
    case .failed(let failure): [.failure(failure, "network")]
    case .reached(let answer, let duration): [finding(answer, duration, patient.services.base)]
    }
  }

  private func finding(
    _ answer: RequestTrace.Answer,
    _ duration: Duration,
    _ base: APIBase
  ) -> Finding {
    let version = answer.version.map { " over \($0)" } ?? ""
    let text = "\(base) answered \(answer.status)\(version) in \(duration.inSeconds) s"
    guard answer.status < 500 else {
      return .failure(.badResponse, "network", text, remedy: "see https://www.githubstatus.com")
    }
    return .fine("network", text + (answer.timing.map(Self.steps) ?? ""))
  }

  /// When each step was done; a step that was not needed is left out.
  private static func steps(_ timing: TransferMetrics.Timing) -> String {
    let steps = [
      ("name", timing.nameLookup), ("connection", timing.connected), ("TLS", timing.secured),
    ]
    let done = steps.filter { $0.1 > .zero }.map { "\($0.0) after \($0.1.inSeconds) s" }
    return done.isEmpty ? "" : " (\(done.joined(separator: ", ")))"
  }
}
