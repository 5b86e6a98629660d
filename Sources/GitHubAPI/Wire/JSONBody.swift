import HTTPTransport
import HTTPTypes

/// Reads the JSON of an answer, and nothing that merely resembles it.
enum JSONBody {
  /// - Throws: ``UnreadableBody`` that says what is wrong in a few words.
  static func decode<Wire: JSONReadable>(
    _ type: Wire.Type,
    from response: TransportResponse
  ) throws(UnreadableBody) -> Wire {
    if response.body.isEmpty { throw UnreadableBody(reason: "the answer is empty") }
    let text = try text(response)
    do throws(JSONMismatch) {
      return try Wire(JSONElement(text: text, node: 0))
    } catch {
      throw UnreadableBody(reason: reason(error, in: text))
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

  private static func reason(_ mismatch: JSONMismatch, in text: JSONText) -> String {
    let path = text.path(to: mismatch.node).joined(separator: ".")
    return switch mismatch.kind {
    case .missing(let key): "the answer lacks \(key)"
    case .other where path.isEmpty: "the answer is something else than was due"
    case .other: "the answer has something else where \(path) was due"
    case .unreadable: "the answer has something unreadable at \(path)"
    }
  }
}
