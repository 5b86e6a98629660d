#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads JSON that this program wrote, as `JSONDecoder` would.
///
/// For what is read at every start, where the first use of Foundation's decoder is felt. See decision 0051.
package enum JSONReader {
  /// - Throws: What keeps `data` from being a `Value`: `DecodingError`, or that it is no JSON.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    let text = try JSONText(data, limits: .document)
    return try Value(from: JSONValueDecoder(text: text, node: 0, path: nil))
  }
}
