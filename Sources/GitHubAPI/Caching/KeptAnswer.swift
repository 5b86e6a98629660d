import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A good answer as it is kept: what names it, where its next page is, and its body.
struct KeptAnswer {
  let entityTag: String?
  private let link: String?
  private let body: [UInt8]
  /// Nil for one that has just come.
  let storedAt: Date?

  /// Nil for what is no whole answer.
  init?(_ response: TransportResponse) {
    guard response.head.status == .ok else { return nil }
    entityTag = response.head.headerFields[.eTag]
    link = response.head.headerFields[.link]
    body = response.body
    storedAt = nil
  }

  /// Reads what ``payload`` wrote; nil for anything else.
  init?(payload: Data, storedAt: Date) {
    let parts = payload.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    entityTag = Self.field(parts[0])
    link = Self.field(parts[1])
    body = Array(parts[2])
    self.storedAt = storedAt
  }

  /// The two fields, a line each, and the body.
  var payload: Data {
    Data("\(entityTag ?? "")\n\(link ?? "")\n".utf8) + body
  }

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
