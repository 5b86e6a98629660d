package import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes

/// A storage for the entries of a ``ResponseCache``.
package protocol ResponseStorage: Sendable {
  /// The last response stored for the key; nil if there is none or it cannot be read.
  func response(for key: String) async -> StoredResponse?

  /// The keys of responses stored since a date that end with a text, newest first.
  func keys(endingWith end: String, since date: Date) async -> [String]

  /// Stores a response with the time, replacing an older one; a failure is not reported.
  func store(_ response: StoredResponse, for key: String) async
}

/// Responses of earlier calls, for endpoints that allow caching.
package struct ResponseCache: Sendable {
  let storage: any ResponseStorage
  private let maxAge: TimeInterval

  /// Creates a cache with a storage.
  ///
  /// `maxAge` is in seconds: a response younger than that is used without a request. With 0, every
  /// cached response is revalidated.
  package init(_ storage: any ResponseStorage, maxAge: TimeInterval) {
    self.storage = storage
    self.maxAge = maxAge
  }

  /// Whether a response stored at that time is younger than the maximum age.
  ///
  /// A date in the future comes from a wrong clock, so it is not fresh.
  func isFresh(_ storedAt: Date, at now: Date) -> Bool {
    let age = now.timeIntervalSince(storedAt)
    return age >= 0 && age < maxAge
  }

  /// The key of a request: everything that its response depends on; see ``RateLimiter/account(_:)``.
  func key(for head: HTTPRequest, account: String) -> String {
    let accept = head.headerFields[.accept] ?? ""
    return [account, accept, head.authority ?? "", head.path ?? ""].joined(separator: " ")
  }
}

extension StoredResponse {
  /// Creates a stored response; nil for any status but 200.
  init?(_ response: TransportResponse) {
    guard response.head.status == .ok else { return nil }
    self.init(body: response.body)
    entityTag = response.head.headerFields[.eTag]
    link = response.head.headerFields[.link]
  }

  /// The response without the fields about rate limits, which would be outdated.
  var response: TransportResponse {
    var fields: HTTPFields = [:]
    fields[.eTag] = entityTag
    fields[.link] = link
    return TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body)
  }
}
