import Reactive

extension DrawnOperator {
  static let transforming = [
    Self("map { $0 * 10 }") { $0.ints("numbers").map { $0 * 10 }.drawn },
    Self("compactMap { Int($0) }") { $0["words"].compactMap { Int($0) }.drawn },
    Self("scan(0, +)") { $0.ints("numbers").scan(0, +).drawn },
    Self("replaceNil(with: 0)") { $0["numbers"].map { Int($0) }.replaceNil(with: 0).drawn },
    Self("mapError(Other.of)") { $0.ints("numbers").mapError { $0 as any Error }.drawn },
    Self("encode(encoder: quotes)") { $0["words"].encode(encoder: Quotes()).drawn },
    Self("decode(type: String.self, decoder: quotes)") { bench in
      bench["texts"].decode(type: String.self, decoder: Quotes()).drawn
    },
    Self("eraseToAnyPublisher()") { $0.ints("numbers").eraseToAnyPublisher().drawn },
  ]
}

/// A coder for one kind of value: a word, in quotes.
private struct Quotes: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String {
    "\"\(value)\""
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard text.hasPrefix("\""), let word = text.dropFirst().dropLast().description as? T else {
      throw MarbleError()
    }
    return word
  }
}
