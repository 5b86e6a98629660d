package import Essentials
import GitHubModel
package import JSON

/// A field of one kind of row: its name in JSON, its meaning, and how it is read.
package struct Field<Row>: Sendable {
  package let name: String
  package let type: FieldType
  /// The meaning, such as `time of the last push`.
  package let meaning: String
  package let source: FieldSource
  /// The members of an object, which are also fields, such as `license.key`.
  package private(set) var members: [Self] = []
  /// The name of the object that contains it.
  private var object: String?
  package let value: @Sendable (Row) -> JSONValue

  private init(
    name: String,
    type: FieldType,
    meaning: String,
    source: FieldSource,
    of object: String? = nil,
    value: @escaping @Sendable (Row) -> JSONValue
  ) {
    (self.name, self.type, self.meaning, self.source) = (name, type, meaning, source)
    (self.object, self.value) = (object, value)
  }

  /// Whether it is the field with this name, or a member of it.
  package func belongs(to name: String) -> Bool { (object ?? self.name) == name }

  package static func object(_ fields: [Self], of row: Row) -> JSONValue {
    .object(fields.map { JSONValue.Member($0.name, $0.value(row)) })
  }

  private static func type(_ fields: [Self]) -> FieldType {
    .object(fields.map { ($0.name, $0.type) })
  }

  /// The field for rows that may contain such a row.
  package func on<Other>(
    as source: FieldSource? = nil,
    _ read: @escaping @Sendable (Other) -> Row?
  ) -> Field<Other> {
    var field = Field<Other>(
      name: name,
      type: type,
      meaning: meaning,
      source: source ?? self.source,
      of: object
    ) { [value] in read($0).map(value) ?? .null }
    field.members = members.map { $0.on(as: source, read) }
    return field
  }
}

package enum FieldSource: String {
  case github = "GitHub"
  /// Excluded from lists: each row takes a request, or all of them take a few.
  case requests = "GitHub, additional requests"
  case local = "local data"
  case list = "this list"
}

/// The type of a field's values, all of which may also be null.
package indirect enum FieldType: Sendable {
  case string, date, integer, boolean
  case array(FieldType)
  case object([(name: String, type: FieldType)])

  /// The name, such as `string[]`.
  package var name: String {
    switch self {
    case .string: "string"
    case .date: "date"
    case .integer: "integer"
    case .boolean: "boolean"
    case .array(let element): "\(element.name)[]"
    case .object: "object"
    }
  }

  /// The names of an object's members, or of an array's elements.
  package var memberNames: [String] {
    switch self {
    case .array(let element): element.memberNames
    case .object(let members): members.map(\.name)
    case .string, .date, .integer, .boolean: []
    }
  }

  package var schema: JSONValue {
    switch self {
    case .date: ["type": ["string", "null"], "format": "date-time"]
    case .array(let element): ["type": ["array", "null"], "items": element.schema]
    case .object(let members):
      [
        "type": ["object", "null"],
        "properties": .object(members.map { ($0.name, $0.type.schema) }),
      ]
    case .string, .integer, .boolean: ["type": [.string(name), "null"]]
    }
  }
}

// MARK: - Values

package protocol FieldValue {
  static var fieldType: FieldType { get }
  var json: JSONValue { get }
}

extension String: FieldValue {
  package static let fieldType = FieldType.string
  package var json: JSONValue { .string(self) }
}

extension Bool: FieldValue {
  package static let fieldType = FieldType.boolean
  package var json: JSONValue { .bool(self) }
}

extension Int: FieldValue {
  package static let fieldType = FieldType.integer
  package var json: JSONValue { .number(Int64(self)) }
}

extension Int64: FieldValue {
  package static let fieldType = FieldType.integer
  package var json: JSONValue { .number(self) }
}

extension Date: FieldValue {
  package static let fieldType = FieldType.date
  package var json: JSONValue { .string(Timestamp.text(self)) }
}

extension Array: FieldValue where Element: FieldValue {
  package static var fieldType: FieldType { .array(Element.fieldType) }
  package var json: JSONValue { .array(map(\.json)) }
}

extension Field {
  package static func of<Value: FieldValue & SendableMetatype>(
    _ name: String,
    _ meaning: String = "",
    _ source: FieldSource = .github,
    _ read: @escaping @Sendable (Row) -> Value?
  ) -> Self {
    Self(name: name, type: Value.fieldType, meaning: meaning, source: source) {
      read($0)?.json ?? .null
    }
  }

  package static func object<Value>(
    _ name: String,
    _ meaning: String,
    _ source: FieldSource = .github,
    of members: [Field<Value>],
    _ read: @escaping @Sendable (Row) -> Value?
  ) -> Self {
    let type = Field<Value>.type(members)
    var field = Self(name: name, type: type, meaning: meaning, source: source) {
      read($0).map { Field<Value>.object(members, of: $0) } ?? .null
    }
    field.members = members.map { member in
      Self(
        name: "\(name).\(member.name)",
        type: member.type,
        meaning: "\(meaning): \(member.name)",
        source: source,
        of: name
      ) { read($0).map(member.value) ?? .null }
    }
    return field
  }

  package static func objects<Value>(
    _ name: String,
    _ meaning: String,
    _ source: FieldSource = .github,
    of members: [Field<Value>],
    _ read: @escaping @Sendable (Row) -> [Value]?
  ) -> Self {
    let type = FieldType.array(Field<Value>.type(members))
    return Self(name: name, type: type, meaning: meaning, source: source) {
      read($0).map { .array($0.map { Field<Value>.object(members, of: $0) }) } ?? .null
    }
  }
}

// MARK: - Rows

/// A kind of row printed by commands.
package protocol OutputRow: Sendable {
  static var fields: [Field<Self>] { get }

  static var columns: [Column<Self>] { get }

  /// An example of a template in the help, with `\\t` as users type it.
  static var templateExample: String { get }

  /// Common synonyms of fields in lowercase that are not similar to their names.
  static var synonyms: [String: String] { get }

  /// Whether a row of tab-separated values ends with a description.
  static var hasDescription: Bool { get }

  /// The rows for a terminal.
  static func text(_ rows: [Self], on display: Display) -> String
}

extension OutputRow {
  package static var templateExample: String { "{{\(fields.first?.name ?? "")}}" }
  package static var synonyms: [String: String] { [:] }
  package static var hasDescription: Bool { false }

  package static func text(_ rows: [Self], on display: Display) -> String {
    Table(rows, columns, display).text(display)
  }

  /// The names of the tab-separated values, for the help.
  package static var columnNames: String {
    columns.compactMap(\.name).joined(separator: ", ")
  }

  /// The fields meant by `all`: those that take no additional requests.
  package static var all: [Field<Self>] { fields.filter { $0.source != .requests } }

  /// The field with this name in any case, or a member of one.
  package static func field(_ name: String) -> Field<Self>? {
    let name = name.lowercased()
    for field in fields {
      let start = field.name.lowercased()
      if start == name { return field }
      guard name.hasPrefix(start + ".") else { continue }
      return field.members.first { $0.name.lowercased() == name }
    }
    return nil
  }

  /// Parses a comma-separated list in any case, in which `all` is allowed; duplicates are dropped.
  package static func list(_ text: String) throws(UnknownField) -> [Field<Self>] {
    var fields: [Field<Self>] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { $0 != " " }
      if name.lowercased() == "all" {
        fields += all
      } else if let field = field(name) {
        fields.append(field)
      } else {
        throw UnknownField(name: name)
      }
    }
    var names: Set<String> = []
    return fields.filter { names.insert($0.name).inserted }
  }

  /// The name of the field probably meant by an unknown one; nil if none is similar.
  package static func nearest(to name: String) -> String? {
    let key = name.lowercased()
    if let name = synonyms[key] { return name }
    let names = fields.map(\.name)
    // Finds `pushedAt` for `pushed_at`.
    let joined = key.filter { $0 != "_" }
    if let name = names.first(where: { $0.lowercased() == joined }) { return name }
    if let nearest = NearestWord.to(name, among: names) { return nearest }
    // Finds `isPrivate` for `private`.
    return key.count < 4 ? nil : names.first { $0.lowercased().hasSuffix(key) }
  }

  /// The JSON Schema of a row, which contains the requested fields.
  package static var schema: JSONValue { .schema(of: fields) }
}

extension JSONValue {
  package static let schemaDialect = "https://json-schema.org/draft/2020-12/schema"

  /// The JSON Schema of objects with these fields.
  package static func schema<Row>(of fields: [Field<Row>]) -> Self {
    [
      "$schema": .string(schemaDialect),
      "type": "object",
      "properties": .object(
        fields.flatMap { [$0] + $0.members }.map {
          ($0.name, $0.type.schema.adding([("description", .string($0.meaning))]))
        }
      ),
      "additionalProperties": false,
    ]
  }
}

package struct UnknownField: Error {
  package let name: String
}
