/// A type that turns whole values into bytes, or whatever its output is.
public protocol TopLevelEncoder {
  /// What values are turned into.
  associatedtype Output

  /// Encodes one value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A type that makes whole values from bytes, or whatever its input is.
public protocol TopLevelDecoder {
  /// What values are made from.
  associatedtype Input

  /// Decodes one value of the given type.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
