import ArgumentParser
import Core
import GitHubModel
import Output

/// Arguments with options that become qualifiers.
///
/// The two tables belong to the arguments directly: each level of groups makes a debug build of
/// ArgumentParser five times as slow.
protocol QualifierArguments {
  associatedtype Wanted: QualifierTable
  associatedtype Unwanted: QualifierTable

  var wanted: Wanted { get }
  var unwanted: Unwanted { get }
}

extension QualifierArguments {
  /// The qualifiers of both tables; see ``QualifierTable/list(in:)``.
  func qualifiers(in session: Session) throws(OperationFailure) -> [Qualifier] {
    try wanted.list(in: session) + unwanted.list(in: session)
  }
}

enum QualifierTitle {
  static let wanted = "Qualifiers"
  static let unwanted = "Exclusions (same values as above)"
}

/// The options for properties that a repository must have.
struct WantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.wanted
  var values = Self.noValues
}

/// The options for properties that a repository must not have; each may be repeated.
struct UnwantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.unwanted
  var values = Self.noValues
}

/// The options of ``WantedQualifiers`` that are evaluated locally.
struct LocalWantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.wanted.filter(\.isLocal)
  var values = Self.noValues
}

/// The options of ``UnwantedQualifiers`` that are evaluated locally.
struct LocalUnwantedQualifiers: QualifierTable {
  static let flags = QualifierFlag.unwanted.filter(\.isLocal)
  var values = Self.noValues
}

/// A group of options declared by a table, one per row (decision 0093).
///
/// ArgumentParser finds a type's options by reflection, and decodes their values by the same names.
/// The rows of the table replace properties in both.
protocol QualifierTable: ParsableArguments, CustomReflectable, Sendable {
  static var flags: [QualifierFlag] { get }
  /// The values of each flag, in order.
  var values: [[String]] { get set }
}

extension QualifierTable {
  static var noValues: [[String]] { Array(repeating: [], count: flags.count) }

  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: QualifierKey.self)
    values = try Self.flags.map {
      try container.decode(Option<[String]>.self, forKey: QualifierKey(stringValue: $0.name))
        .wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: Self.flags.map { (label: $0.name, value: $0.option as Any) },
      displayStyle: .struct
    )
  }

  /// The qualifiers for the session's API and time, in the order of the help text.
  ///
  /// - Throws: ``OperationFailure`` for a value that GitHub would refuse, ignore or misread.
  func list(in session: Session) throws(OperationFailure) -> [Qualifier] {
    var qualifiers: [Qualifier] = []
    for (flag, values) in zip(Self.flags, values) where !values.isEmpty {
      qualifiers += try flag.qualifiers(values, in: session)
    }
    return qualifiers
  }
}

/// An option's name in place of a property's, for ArgumentParser.
private struct QualifierKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension QualifierFlag {
  fileprivate var option: Option<[String]> {
    Option(
      wrappedValue: [],
      name: .customLong(name),
      help: ArgumentHelp(isNegated ? "" : help, valueName: valueName),
      completion: completion
    )
  }
}

// MARK: Flags with optional values

extension QualifierFlag {
  /// Whether the value is optional, as in `--archived` and `--not-archived`.
  var isBoolean: Bool { choices == Self.booleanValues }

  static let booleanValues = ["true", "false"]

  /// The arguments with the values of boolean flags added: `--archived` becomes `--archived=true`,
  /// and `--not-archived` becomes `--archived=false`.
  ///
  /// Everything after `--` is query text and is not changed.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/usage`` if `true` or `false` follows such
  /// a flag: it was
  ///   meant as the value, but would be searched for.
  static func expandingBooleans(_ arguments: [String]) throws(OperationFailure) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var expanded = arguments
    for index in 0..<end {
      guard let value = booleanValue(of: arguments[index]) else { continue }
      expanded[index] = value
      guard index + 1 < arguments.endIndex else { continue }
      let next = arguments[index + 1]
      guard !booleanValues.contains(next.lowercased()) else {
        throw separateValue(next, of: arguments[index])
      }
    }
    return expanded
  }

  private static let booleans = wanted.filter(\.isBoolean)

  /// The added value; nil for anything but a boolean flag without one.
  private static func booleanValue(of argument: String) -> String? {
    guard argument.hasPrefix("--") else { return nil }
    for flag in booleans {
      if argument == flag.flag { return "\(flag.flag)=true" }
      if argument == flag.negated.flag { return "\(flag.flag)=false" }
    }
    return nil
  }

  private static func separateValue(_ value: String, of flag: String) -> OperationFailure {
    let form =
      flag.hasPrefix("--not-") ? "\(flag) without a value" : "\(flag)=\(value.lowercased())"
    return OperationFailure(
      .usage,
      flag,
      "\"\(value)\" would be part of the query",
      advice: "use \(form), or put the word after --"
    )
  }
}
