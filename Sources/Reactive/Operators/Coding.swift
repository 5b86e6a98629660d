extension Publisher where Output: Encodable {
  /// Encodes every value.
  ///
  /// One value in, one value out: demand passes through untouched. An error of the encoder ends the
  /// stream, and upstream is cancelled. Any ``TopLevelEncoder`` will do.
  ///
  /// ```marble
  /// words                    -a----b----|
  /// encode(encoder: quotes)  -"a"--"b"--|
  /// ```
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
    .init(upstream: self, encoder: encoder)
  }
}

extension Publisher {
  /// Decodes every value.
  ///
  /// One value in, one value out: demand passes through untouched. An error of the decoder ends the
  /// stream, and upstream is cancelled. Any ``TopLevelDecoder`` will do.
  ///
  /// ```marble
  /// texts                                       -"a"--"b"--(?!)
  /// decode(type: String.self, decoder: quotes)  -a----b----#
  /// ```
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type,
    decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// A publisher that encodes values.
  ///
  /// See ``Publisher/encode(encoder:)``.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher
  where Upstream.Output: Encodable {
    /// What values are turned into.
    public typealias Output = Coder.Output

    /// Encoding can fail.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let encoder: Coder

    /// Makes the publisher from its parts.
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let step = EncodeStep<Upstream.Output, Coder>(encoder: encoder)
      upstream.subscribe(Stage(subscriber, step: step, rule: Widens<Upstream.Failure>.self))
    }
  }

  /// A publisher that decodes values.
  ///
  /// See ``Publisher/decode(type:decoder:)``.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    /// Decoding can fail.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let decoder: Coder

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let step = DecodeStep<Output, Coder>(decoder: decoder)
      upstream.subscribe(Stage(subscriber, step: step, rule: Widens<Upstream.Failure>.self))
    }
  }
}

@usableFromInline
@frozen
struct EncodeStep<Input: Encodable, Coder: TopLevelEncoder>: Step {
  @inlinable static var trust: Trust { .untilClosed }

  @usableFromInline let name: StaticString = "Encode"
  @usableFromInline let encoder: Coder

  @inlinable
  init(encoder: Coder) {
    self.encoder = encoder
  }

  @inlinable
  func receive(_ input: Input) throws -> Verdict<Coder.Output> {
    .send(try encoder.encode(input))
  }
}

@usableFromInline
@frozen
struct DecodeStep<Output: Decodable, Coder: TopLevelDecoder>: Step {
  @inlinable static var trust: Trust { .untilClosed }

  @usableFromInline let name: StaticString = "Decode"
  @usableFromInline let decoder: Coder

  @inlinable
  init(decoder: Coder) {
    self.decoder = decoder
  }

  @inlinable
  func receive(_ input: Coder.Input) throws -> Verdict<Output> {
    .send(try decoder.decode(Output.self, from: input))
  }
}
