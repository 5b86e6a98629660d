import GitHubModel
import JSON
import Terminal

/// Checks the arguments of a tool against the JSON Schema that it declares, before anything is done.
///
/// Knows the keywords that our schemas have. An unknown name is refused rather than ignored, since a misspelled
/// `dryRun` would change something.
enum ArgumentCheck {
  /// The one pattern of our schemas.
  static let repositoryPattern = "^[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9_.-]+$"

  /// - Throws: ``CommandFailure`` for the first mistake; `name` says where it is.
  static func check(
    _ value: JSONValue,
    against schema: JSONValue,
    at name: String
  ) throws(CommandFailure) {
    switch (schema["type"]?.string, value) {
    case ("object", .object(let members)): try check(members, against: schema, at: name)
    case ("array", .array(let elements)):
      try check(elements.count, schema, ("minItems", "maxItems"), "values", at: name)
      for (index, element) in elements.enumerated() {
        try check(element, against: schema["items"] ?? [:], at: "\(name)[\(index)]")
      }
    case ("string", .string(let text)): try check(text, against: schema, at: name)
    case ("integer", .number(let number)):
      try check(Int(number), schema, ("minimum", "maximum"), "", at: name)
    case ("boolean", .bool): break
    case (let type, _): throw mistake(name, "must be of the type \(type ?? "unknown")")
    }
  }

  private static func check(
    _ members: [JSONValue.Member],
    against schema: JSONValue,
    at name: String
  ) throws(CommandFailure) {
    let known = schema["properties"]?.members ?? []
    var given: Set<String> = []
    for member in members {
      guard let property = known.first(where: { $0.name == member.name }) else {
        let shown = member.name.truncated(toWidth: 40)
        let nearest = NearestWord.to(member.name, among: known.map(\.name))
        throw mistake(
          name,
          "unknown argument \(shown)",
          advice: nearest.map { "did you mean \($0)?" }
            ?? "arguments: \(known.map(\.name).joined(separator: " "))"
        )
      }
      guard given.insert(member.name).inserted else {
        throw mistake(name, "\(member.name) is given twice")
      }
      try check(member.value, against: property.value, at: member.name)
    }
    for case let required? in (schema["required"]?.array ?? []).map(\.string)
    where !given.contains(required) {
      throw mistake(name, "\(required) is missing")
    }
  }

  private static func check(
    _ text: String,
    against schema: JSONValue,
    at name: String
  ) throws(CommandFailure) {
    if let choices = schema["enum"]?.array?.compactMap(\.string), !choices.contains(text) {
      throw mistake(name, "must be one of \(choices.joined(separator: ", "))")
    }
    guard schema["pattern"] == nil || RepositoryName(text) != nil else {
      throw mistake(name, "must be OWNER/NAME")
    }
    let count = text.unicodeScalars.count
    try check(count, schema, ("minLength", "maxLength"), "characters", at: name)
  }

  private static func check(
    _ number: Int,
    _ schema: JSONValue,
    _ keywords: (least: String, most: String),
    _ unit: String,
    at name: String
  ) throws(CommandFailure) {
    if let least = schema[keywords.least]?.integer, number < least {
      throw mistake(name, "must be at least \(least) \(unit)")
    }
    if let most = schema[keywords.most]?.integer, number > most {
      throw mistake(name, "must be at most \(most) \(unit)")
    }
  }

  private static func mistake(_ name: String, _ why: String, advice: String = "") -> CommandFailure
  {
    CommandFailure(.usage, name, why, advice: advice)
  }
}
