/// An element that may be unusable: a bad one becomes nil instead of losing its whole list.
struct Lossy<Element: Decodable>: Decodable {
  let element: Element?

  init(from decoder: any Decoder) throws {
    element = try? Element(from: decoder)
  }
}

extension KeyedDecodingContainer {
  /// The value, or nil where it is missing, null, or of a type that it should not be.
  func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// A count, or nil where it is missing, no whole number, or negative.
  func count(_ key: Key) -> Int? {
    lenient(key, as: Int.self).flatMap { $0 < 0 ? nil : $0 }
  }
}
