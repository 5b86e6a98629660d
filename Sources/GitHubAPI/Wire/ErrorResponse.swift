import HTTPTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the body of a failure says, in any of the shapes that GitHub gives it.
///
/// `errors` is a list of objects, a list of texts, a single text, or missing.
struct ErrorResponse: JSONReadable {
  let message: String?
  private let details: [String]

  /// Never fails: a body that is no JSON, or is nested too deep to read, says nothing.
  init(_ response: TransportResponse) {
    if let wire = try? JSONBody.decode(Self.self, from: response) {
      self = wire
    } else {
      message = nil
      details = []
    }
  }

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    message = members.lenient("message")
    let list = members.lenient("errors", as: [Lossy<Detail>].self) ?? []
    let single = members.lenient("errors", as: String.self).map { [$0] } ?? []
    details = single + list.compactMap { $0.element?.text }
  }

  /// Message and details on one line, or nil where there is neither.
  var text: String? {
    let parts = ([message].compactMap(\.self) + details).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// One entry of `errors`.
  private struct Detail: JSONReadable {
    let text: String

    init(_ json: JSONElement) throws(JSONMismatch) {
      if let text = try? String(json) {
        self.text = text
        return
      }
      var members = try json.members()
      let keys: [StaticString] = ["resource", "field", "code"]
      let parts = keys.compactMap { members.lenient($0, as: String.self) }
      text = members.lenient("message") ?? parts.joined(separator: " ")
    }
  }
}
