import GitHubAPI
import GitHubModel
import HTTPTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RequestTrace {
  /// As in `GET https://api.github.com/user 200 HTTP/2 0.123 s 1432 bytes core 4999/5000 until
  /// 14:05:09`.
  func line(now: Date) -> String {
    let parts = ["\(method) \(url)"] + ending + ["\(duration.inSeconds) s"] + amount + budget(now)
    return parts.joined(separator: " ")
  }

  private var ending: [String] {
    switch result {
    case .success(let answer):
      ["\(answer.status)"] + [answer.version].compactMap(\.self)
        + [answer.location.map { "to \($0)" }].compactMap(\.self)
    case .failure(let error): ["failed (\(error.code): \(error.reason))"]
    }
  }

  private var amount: [String] {
    guard case .success(let answer) = result, let bytes = answer.receivedBytes else { return [] }
    return ["\(bytes) bytes"]
  }

  private func budget(_ now: Date) -> [String] {
    guard case .success(let answer) = result, let limit = answer.rateLimit else { return [] }
    let until = LocalTime.clock(limit.reset, now: now)
    return ["\(limit.resource) \(limit.remaining)/\(limit.limit) until \(until)"]
  }
}

extension Duration {
  /// With three digits behind the point, as in `0.123`.
  var inSeconds: String {
    let (whole, attoseconds) = components
    let digits = String(attoseconds / 1_000_000_000_000_000)
    return "\(whole).\(String(repeating: "0", count: max(3 - digits.count, 0)))\(digits)"
  }
}
