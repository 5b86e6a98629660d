extension Subscribers {
  /// A number of values that a subscriber is ready for: any count, or unlimited.
  ///
  /// Demand is never negative; making a negative one traps. Adding to unlimited stays unlimited.
  @frozen
  public struct Demand: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt

    @inlinable static var unlimitedRawValue: UInt { UInt(Int.max) + 1 }

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = Swift.min(Demand.unlimitedRawValue, rawValue)
    }

    /// As many values as there are.
    @inlinable public static var unlimited: Demand { Demand(rawValue: .max) }

    /// No value.
    ///
    /// Not to be requested, only to be returned from `receive(_:)`.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// At most this many values; traps below zero.
    @inlinable
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand cannot be negative")
      return Demand(rawValue: UInt(bitPattern: value))
    }

    /// The count, or `nil` for unlimited.
    @inlinable public var max: Int? { isUnlimited ? nil : Int(bitPattern: rawValue) }

    @inlinable var isUnlimited: Bool { rawValue == Demand.unlimitedRawValue }

    /// The count in words: `max(3)` or `unlimited`.
    public var description: String { isUnlimited ? "unlimited" : "max(\(rawValue))" }

    /// Reads a demand written as one number.
    public init(from decoder: any Decoder) throws {
      self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    /// Writes the demand as one number.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }
}
