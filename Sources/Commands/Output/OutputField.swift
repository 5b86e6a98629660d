import GitHubModel
import JSON
import Terminal

/// The fields of rows of one kind that `--json`, `--jsonl`, `--csv` and `--template` can write.
protocol OutputField: RawRepresentable, CaseIterable, Equatable, Sendable
where RawValue == String, AllCases == [Self] {
  associatedtype Row

  /// A template as an example in the help, with `\\t` as users type it.
  static var templateExample: String { get }

  /// Other common names of fields, in lower case, that are not near the real name.
  static var synonyms: [String: Self] { get }

  /// The fields that `all` stands for.
  static var all: [Self] { get }

  /// Whether a row as tab-separated values ends with a description.
  static var hasDescription: Bool { get }

  /// What it holds, for people and for schemas.
  var about: FieldDescription { get }

  func value(of row: Row) -> JSONValue
}

/// What a field holds.
struct FieldDescription: Sendable {
  let type: FieldType
  /// As in `time of the last push`.
  let meaning: String
  let source: Source

  /// Where values come from.
  enum Source: String {
    case github = "GitHub"
    /// Not part of a list: each row takes a request, or all of them a few.
    case requests = "GitHub, requests of its own"
    case local = "local data"
    case list = "this list"
  }

  init(_ type: FieldType, _ meaning: String, _ source: Source = .github) {
    (self.type, self.meaning, self.source) = (type, meaning, source)
  }
}

/// The type of a field's values, each of which may be null as well.
indirect enum FieldType: Sendable {
  case string, date, integer, boolean
  case array(FieldType)
  case object([(name: String, type: FieldType)])

  /// As in `string[]`.
  var name: String {
    switch self {
    case .string: "string"
    case .date: "date"
    case .integer: "integer"
    case .boolean: "boolean"
    case .array(let element): "\(element.name)[]"
    case .object: "object"
    }
  }

  /// Those of an object; none for any other type.
  var members: [(name: String, type: FieldType)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The names of members, of elements as well.
  var names: [String] {
    if case .array(let element) = self { element.names } else { members.map(\.name) }
  }

  /// The JSON Schema of the values.
  var schema: JSONValue {
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

/// What a format writes of each row: a field, or a member of one, as in `license.key`.
struct OutputColumn<Field: Sendable>: Sendable {
  let field: Field
  /// Its name as it is written.
  let name: String
  fileprivate let member: String?
}

extension OutputColumn where Field: OutputField {
  init(_ field: Field, member: String? = nil) {
    (self.field, self.member) = (field, member)
    name = member.map { "\(field.rawValue).\($0)" } ?? field.rawValue
  }

  /// The column that a name in any case stands for.
  init?(_ name: Substring) {
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let field = Field.allCases.first(where: { $0.rawValue.lowercased() == parts[0] }) else {
      return nil
    }
    if parts.count == 1 {
      self.init(field)
    } else {
      let member = field.about.type.members.first { $0.name.lowercased() == parts[1] }
      guard parts.count == 2, let member else { return nil }
      self.init(field, member: member.name)
    }
  }

  var type: FieldType {
    let type = field.about.type
    return type.members.first { $0.name == member }?.type ?? type
  }

  /// As in `license: key`.
  var meaning: String {
    let meaning = field.about.meaning
    return member.map { "\(meaning): \($0)" } ?? meaning
  }

  func value(of row: Field.Row) -> JSONValue {
    let value = field.value(of: row)
    return member.map { value[$0] ?? .null } ?? value
  }
}

extension OutputField {
  static var all: [Self] { allCases }
  static var hasDescription: Bool { false }

  /// All fields, each followed by its members.
  static var columns: [OutputColumn<Self>] {
    allCases.flatMap { field in
      [OutputColumn(field)]
        + field.about.type.members.map { OutputColumn(field, member: $0.name) }
    }
  }

  /// Reads a comma list, of which an item may be `all`, in any case; a field named twice is written once.
  static func list(_ text: String) throws(UnknownField) -> [OutputColumn<Self>] {
    var columns: [OutputColumn<Self>] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { $0 != " " }
      if name.lowercased() == "all" {
        columns += all.map { OutputColumn($0) }
      } else if let column = OutputColumn<Self>(name[...]) {
        columns.append(column)
      } else {
        throw UnknownField(name: name)
      }
    }
    var names: Set<String> = []
    return columns.filter { names.insert($0.name).inserted }
  }

  /// The field that was probably meant by a name that is not one; nil if none is near.
  static func nearest(to name: String) -> Self? {
    let key = name.lowercased()
    if let field = synonyms[key] { return field }
    let nearest = NearestWord.to(name, among: allCases.map(\.rawValue))
    if let field = nearest.flatMap(Self.init) { return field }
    // As `archived` for `isArchived`.
    return key.count < 4 ? nil : allCases.first { $0.rawValue.lowercased().hasSuffix(key) }
  }

  /// The JSON Schema (2020-12) of a row, which has those of the columns that were asked for.
  static func schema() -> JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": .object(
        columns.map { ($0.name, $0.type.schema.adding([("description", .string($0.meaning))])) }
      ),
      "additionalProperties": false,
    ]
  }
}

/// A name that is not a field.
struct UnknownField: Error {
  let name: String
}
