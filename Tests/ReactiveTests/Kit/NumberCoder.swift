import Reactive

/// A coder that can only do integers, as decimal text.
struct NumberCoder: TopLevelEncoder, TopLevelDecoder, Sendable {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int else { throw Problem.thrown }
    return String(number)
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let number = Int(text) as? T else { throw Problem.thrown }
    return number
  }
}
