import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the JSON of an answer, and nothing that merely resembles it.
enum JSONBody {
  /// - Throws: ``UnreadableBody`` that says what is wrong in a few words.
  static func decode<Wire: Decodable>(
    _ type: Wire.Type,
    from response: TransportResponse
  ) throws(UnreadableBody) -> Wire {
    if response.body.isEmpty { throw UnreadableBody(reason: "the answer is empty") }
    let text = try text(response)
    do {
      return try Wire(from: JSONValueDecoder(text: text, node: 0, path: nil))
    } catch {
      throw UnreadableBody(reason: reason(error))
    }
  }

  private static func text(_ response: TransportResponse) throws(UnreadableBody) -> JSONText {
    do throws(JSONProblem) {
      return try JSONText(response.body, limits: .document)
    } catch {
      throw UnreadableBody(reason: reason(error))
    }
  }

  private static func reason(_ problem: JSONProblem) -> String {
    switch problem {
    case .tooDeep: "the answer is nested deeper than \(JSONLimits.document.depth) levels"
    case .tooManyValues: "the answer has more than \(JSONLimits.document.values) values"
    case .tooLongString: "the answer has a text of more than \(JSONLimits.document.string) bytes"
    case .notText: "the answer is no UTF-8 text"
    case .malformed: "the answer is no complete JSON"
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _)?: "the answer lacks \(key.stringValue)"
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      "the answer has something else where \(path(context)) was due"
    case .dataCorrupted(let context)? where !context.codingPath.isEmpty:
      "the answer has something unreadable at \(path(context))"
    default: "the answer is no complete JSON"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return keys.isEmpty ? "an object" : keys.joined(separator: ".")
  }
}
