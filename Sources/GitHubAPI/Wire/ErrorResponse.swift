import HTTPTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the body of a failure says, in any of the shapes that GitHub gives it.
///
/// `errors` is a list of objects, a list of texts, a single text, or missing.
struct ErrorResponse: Decodable {
  let message: String?
  private let details: [String]

  private enum Key: String, CodingKey {
    case message, errors
  }

  /// Never fails: a body that is no JSON, or is nested too deep to read, says nothing.
  init(_ response: TransportResponse) {
    if let wire = try? JSONBody.decode(Self.self, from: response) {
      self = wire
    } else {
      message = nil
      details = []
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    message = fields.lenient(.message)
    let list = fields.lenient(.errors, as: [Lossy<Detail>].self) ?? []
    let single = fields.lenient(.errors, as: String.self).map { [$0] } ?? []
    details = single + list.compactMap { $0.element?.text }
  }

  /// Message and details on one line, or nil where there is neither.
  var text: String? {
    let parts = ([message].compactMap(\.self) + details).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// One entry of `errors`.
  private struct Detail: Decodable {
    let text: String

    private enum Key: String, CodingKey {
      case message, resource, field, code
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self.text = text
        return
      }
      let fields = try decoder.container(keyedBy: Key.self)
      let parts = [Key.resource, .field, .code].compactMap { fields.lenient($0, as: String.self) }
      text = fields.lenient(.message) ?? parts.joined(separator: " ")
    }
  }
}
