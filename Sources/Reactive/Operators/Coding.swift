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

extension Publisher where Output: Encodable & SendableMetatype {
  /// Encodes every value.
  ///
  /// One value in, one value out: demand passes through untouched. An error of the encoder ends the
  /// stream, and upstream is cancelled. The encoder runs on the thread that sends.
  ///
  /// ```marble
  /// words                    -a----b----|
  /// encode(encoder: quotes)  -"a"--"b"--|
  /// ```
  @preconcurrency @inlinable public func encode<Coder: TopLevelEncoder & Sendable>(
    encoder: Coder
  ) -> Publishers.Encode<Self, Coder> {
    .init(self, "Encode", mapFailure: anyError) { .send(try encoder.encode($0)) }
  }
}

extension Publisher {
  /// Decodes every value.
  ///
  /// One value in, one value out: demand passes through untouched. An error of the decoder ends the
  /// stream, and upstream is cancelled. The decoder runs on the thread that sends.
  ///
  /// ```marble
  /// texts                                       -"a"--"b"--(?!)
  /// decode(type: String.self, decoder: quotes)  -a----b----#
  /// ```
  @preconcurrency @inlinable
  public func decode<Item: Decodable & SendableMetatype, Coder: TopLevelDecoder & Sendable>(
    type: Item.Type,
    decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(self, "Decode", mapFailure: anyError) { .send(try decoder.decode(Item.self, from: $0)) }
  }
}

extension Publishers {
  /// What ``Publisher/encode(encoder:)`` returns.
  public typealias Encode<Upstream: Publisher, Coder: TopLevelEncoder> = Staged<
    Upstream, Stateless, Coder.Output, any Error
  >

  /// What ``Publisher/decode(type:decoder:)`` returns.
  public typealias Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder> = Staged<
    Upstream, Stateless, Output, any Error
  >
}
