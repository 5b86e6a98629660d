import GitHubAPI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The computer's clock against the server's: certificates and limits go by time.
struct ClockCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    guard case .reached(let answer, _) = patient.contact, let date = answer.date else { return [] }
    let skew = patient.context.now().timeIntervalSince(date).rounded()
    let text = "\(Duration.seconds(abs(skew)).formattedSeconds) \(skew < 0 ? "slow" : "fast")"
    guard abs(skew) > Self.tolerance else { return [.fine("clock", "right")] }
    return [
      .warning("clock", "\(text), by the server's", remedy: "set the clock, as with `timedatectl`")
    ]
  }

  /// Seconds; the server's date has no fractions, and an answer takes its time.
  private static let tolerance: Double = 30
}

extension Duration {
  /// As in `95 s`.
  fileprivate var formattedSeconds: String { "\(components.seconds) s" }
}
