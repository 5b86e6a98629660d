import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request in the terms that libcurl is set up with: plain values, ready before the loop sees it.
struct CurlRequest: Sendable {
  let method: String
  /// Empty where the request lacked a part of it; such a request fails before it is sent.
  let url: String
  let host: String
  let isEncrypted: Bool
  /// `Name: value` lines.
  let headerLines: [String]
  let body: Data
  /// True for a method that announces a body even when it is empty (RFC 9110, section 8.6).
  let announcesBody: Bool
  let timeout: Duration
  let configuration: CurlConfiguration

  init(_ request: TransportRequest, configuration: CurlConfiguration) {
    method = request.head.method.rawValue
    url = request.url ?? ""
    host = request.head.authority ?? ""
    isEncrypted = request.head.scheme != "http"
    body = request.body
    announcesBody = !request.body.isEmpty || [.put, .post, .patch].contains(request.head.method)
    timeout = request.timeout
    self.configuration = configuration
    headerLines = Self.lines(of: request.head.headerFields)
  }

  /// The fields as lines, and one that keeps libcurl from adding a form's content type.
  private static func lines(of fields: HTTPFields) -> [String] {
    let lines = fields.map { field in
      // `Name;` is libcurl's way to say a field with an empty value.
      field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
    }
    return fields[.contentType] == nil ? lines + ["Content-Type:"] : lines
  }
}
