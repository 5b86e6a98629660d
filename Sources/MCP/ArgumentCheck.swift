package import Core
import GitHubModel
package import JSON
import Output
import Terminal

/// Checks a tool's arguments against its JSON Schema before anything is done.
///
/// It supports only the keywords in our schemas. An unknown name is rejected rather than ignored,
/// since a misspelled `dryRun` would change something.
package enum ArgumentCheck {
  /// The only pattern in our schemas.
  package static let repositoryPattern = "^[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9_.-]+$"

  /// - Throws: ``OperationFailure`` for the first mistake, located by `name`.
  package static func check(
    _ value: JSONValue,
    against schema: JSONValue,
    at name: String
  ) throws(OperationFailure) {
    func limit(
      _ number: Int,
      _ least: String,
      _ most: String,
      _ unit: String = ""
    ) throws(OperationFailure) {
      if let least = schema[least]?.integer, number < least {
        throw OperationFailure(.usage, name, "must be at least \(least) \(unit)")
      }
      if let most = schema[most]?.integer, number > most {
        throw OperationFailure(.usage, name, "must be at most \(most) \(unit)")
      }
    }
    switch (schema["type"]?.string, value) {
    case ("object", .object(let members)): try check(members, against: schema, at: name)
    case ("array", .array(let elements)):
      try limit(elements.count, "minItems", "maxItems", "values")
      for (index, element) in elements.enumerated() {
        try check(element, against: schema["items"] ?? [:], at: "\(name)[\(index)]")
      }
    case ("string", .string(let text)):
      if let choices = schema["enum"]?.array?.compactMap(\.string), !choices.contains(text) {
        let list = choices.joined(separator: ", ")
        throw OperationFailure(.usage, name, "must be one of \(list)")
      }
      guard schema["pattern"] == nil || RepositoryName(text) != nil else {
        throw OperationFailure(.usage, name, "must be OWNER/NAME")
      }
      try limit(text.unicodeScalars.count, "minLength", "maxLength", "characters")
    case ("integer", .number(let number)): try limit(Int(number), "minimum", "maximum")
    case ("boolean", .bool): break
    case (let type, _):
      throw OperationFailure(.usage, name, "must be of the type \(type ?? "unknown")")
    }
  }

  private static func check(
    _ members: [JSONValue.Member],
    against schema: JSONValue,
    at name: String
  ) throws(OperationFailure) {
    let known = schema["properties"]?.members ?? []
    var given: Set<String> = []
    for member in members {
      guard let property = known.first(where: { $0.name == member.name }) else {
        let names = known.map(\.name)
        throw OperationFailure(
          .usage,
          name,
          "unknown argument \(member.name.truncated(toWidth: 40))",
          advice: NearestWord.to(member.name, among: names).map { "did you mean \($0)?" }
            ?? "arguments: \(names.joined(separator: " "))"
        )
      }
      guard given.insert(member.name).inserted else {
        throw OperationFailure(.usage, name, "\(member.name) is given twice")
      }
      try check(member.value, against: property.value, at: member.name)
    }
    for case let required? in (schema["required"]?.array ?? []).map(\.string)
    where !given.contains(required) {
      throw OperationFailure(.usage, name, "\(required) is missing")
    }
  }
}
