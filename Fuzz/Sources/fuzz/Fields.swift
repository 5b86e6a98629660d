import Foundation
import GitHubModel
import HTTPTypes

@testable import GitHubAPI

/// Header fields, one per line: the next page is on the origin, and a wait takes at least a second.
func checkFields(_ bytes: [UInt8]) {
  let fields = fields(String(decoding: bytes, as: UTF8.self))
  if let link = fields[.link], let next = LinkHeader(link).url(relation: "next") {
    checkTarget(next)
  }
  if let location = fields[.location] { checkTarget(location) }
  let date = Date(timeIntervalSince1970: 1_790_000_000)
  let head = HTTPResponse(status: .forbidden, headerFields: fields)
  for isRefused in [false, true] {
    _ = RateLimitHeaders.report(head, expected: .search, isRefused: isRefused, date: date)
  }
  if let wait = RateLimitHeaders.retryAfter(fields, date: date) {
    demand(wait >= .seconds(1), "a wait of \(wait)")
  }
  _ = RateLimitHeaders.rateLimit(fields)
  _ = RateLimitHeaders.isRateLimit(fields, isAboutAccess: false)
}

/// An address from a server is a path on its own origin, or is rejected.
private func checkTarget(_ url: String) {
  guard let target = try? RequestTarget(url: url, on: APIBase.github.origin) else { return }
  let path = target.text.prefix { $0 != "?" }
  demand(target.text.hasPrefix("/") && !target.text.hasPrefix("//"), "not a path: \(target.text)")
  demand(target.text.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "an unprintable path")
  demand(
    !path.split(separator: "/").contains { $0 == ".." || $0 == "." },
    "a path with dot segments"
  )
}

private func fields(_ text: String) -> HTTPFields {
  var fields = HTTPFields()
  for line in text.split(separator: "\n") {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
    fields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
  }
  return fields
}
