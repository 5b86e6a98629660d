package import Essentials
import HTTPTransport
import HTTPTypes

/// Where a ``ResponseCache`` stores its entries.
package protocol ResponseStorage: Sendable {
  /// The bytes stored last for the key and when; nil if there are none or they cannot be read.
  func response(for key: String) async -> (payload: Data, storedAt: Date)?

  /// Stores the bytes in place of older ones; a failure is not reported.
  func store(_ payload: Data, for key: String) async
}

/// Responses of earlier calls, for endpoints that allow caching.
package struct ResponseCache: Sendable {
  private let storage: any ResponseStorage
  private let maxAge: TimeInterval

  /// Creates a cache over a storage.
  ///
  /// `maxAge` is in seconds: a response that is younger is used without a request. With 0, every cached
  /// response is revalidated.
  package init(_ storage: any ResponseStorage, maxAge: TimeInterval) {
    self.storage = storage
    self.maxAge = maxAge
  }

  func response(for key: String) async -> CachedResponse? {
    guard let (payload, date) = await storage.response(for: key) else { return nil }
    return CachedResponse(payload: payload, storedAt: date)
  }

  func store(_ response: CachedResponse, for key: String) async {
    await storage.store(response.payload, for: key)
  }

  /// Whether it is younger than the maximum age.
  ///
  /// A date in the future comes from a wrong clock, so it is not fresh.
  func isFresh(_ response: CachedResponse, at now: Date) -> Bool {
    guard let storedAt = response.storedAt else { return false }
    let age = now.timeIntervalSince(storedAt)
    return age >= 0 && age < maxAge
  }

  /// The key of a request: everything that its response depends on; see ``RateLimiter/account(_:)``.
  func key(for head: HTTPRequest, account: String) -> String {
    let accept = head.headerFields[.accept] ?? ""
    return [account, accept, head.authority ?? "", head.path ?? ""].joined(separator: " ")
  }
}

/// A successful response as it is stored: its `ETag`, its `Link` field and its body.
struct CachedResponse {
  let entityTag: String?
  private let link: String?
  private let body: [UInt8]
  /// Nil for a response that was just received.
  let storedAt: Date?

  /// Nil for any status but 200.
  init?(_ response: TransportResponse) {
    guard response.head.status == .ok else { return nil }
    entityTag = response.head.headerFields[.eTag]
    link = response.head.headerFields[.link]
    body = response.body
    storedAt = nil
  }

  /// Decodes ``payload``; nil for any other bytes.
  init?(payload: Data, storedAt: Date) {
    let parts = payload.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    entityTag = Self.field(parts[0])
    link = Self.field(parts[1])
    body = Array(parts[2])
    self.storedAt = storedAt
  }

  /// The two fields on a line each, followed by the body.
  var payload: Data {
    Data("\(entityTag ?? "")\n\(link ?? "")\n".utf8) + body
  }

  /// The response without the fields about rate limits, which would be out of date.
  var response: TransportResponse {
    var fields: HTTPFields = [:]
    fields[.eTag] = entityTag
    fields[.link] = link
    return TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body)
  }

  private static func field(_ line: Data) -> String? {
    line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
