import JSON

/// An object whose fields a query can select.
struct GraphQLObject {
  typealias Arguments = [String: JSONValue]

  let type: String
  /// The value of a field other than `__typename`.
  let field: (_ name: String, _ arguments: Arguments) throws(GraphQLError) -> GraphQLValue
}

/// The value of a field.
indirect enum GraphQLValue {
  case scalar(JSONValue)
  case object(GraphQLObject)
  case list([GraphQLValue])
  /// Null with an error beside the data, for one failed element of a list.
  case failure(GraphQLError)

  static var null: Self { .scalar(.null) }

  static func object(_ object: GraphQLObject?) -> Self { object.map { .object($0) } ?? .null }
}

/// An error in GitHub's format; the response still has status 200.
struct GraphQLError: Error {
  /// GitHub's class of error, such as `NOT_FOUND`; nil for an invalid document.
  var type: String?
  let message: String
  var path: [JSONValue] = []
  var locations: [GraphQLDocument.Location] = []
  /// GitHub's code for an invalid document, such as `undefinedField`.
  var code: String?
  /// Whether an organization's single sign-on caused it.
  var isSAMLFailure = false

  var json: JSONValue {
    var members: [(String, JSONValue)] = []
    if let type { members.append(("type", .string(type))) }
    if !path.isEmpty { members.append(("path", .array(path))) }
    if let code { members.append(("extensions", ["code": .string(code)])) }
    if isSAMLFailure { members.append(("extensions", ["saml_failure": true])) }
    if !locations.isEmpty { members.append(("locations", .array(locations.map(\.json)))) }
    return .object(members + [("message", .string(message))])
  }
}

/// Runs one operation of a document.
///
/// Validates the document against ``GraphQLSchema`` first. A field that fails during execution
/// becomes null, with its error beside the data. Reference:
/// https://spec.graphql.org/October2021/#sec-Execution
struct GraphQLExecutor {
  private let document: GraphQLDocument
  private let variables: [String: JSONValue]
  private var errors: [GraphQLError] = []

  /// The response body.
  static func response(
    to text: String,
    operationName: String?,
    variables: JSONValue,
    query: GraphQLObject,
    mutation: GraphQLObject
  ) -> JSONValue {
    do throws(GraphQLError) {
      let document: GraphQLDocument
      do {
        document = try GraphQLDocument(text)
      } catch {
        throw GraphQLError(message: error.message, locations: [error.location])
      }
      let operation = try Self.operation(named: operationName, in: document)
      var executor = Self(
        document: document,
        variables: try Self.values(of: operation.variables, in: variables)
      )
      let root = operation.isMutation ? mutation : query
      let path: [JSONValue] = [.string(root.type.lowercased())]
      try executor.check(operation.selections, on: root.type, path: path)
      let data = executor.run(operation.selections, on: root, path: [])
      let errors = executor.errors.map(\.json)
      return .object([("data", data)] + (errors.isEmpty ? [] : [("errors", .array(errors))]))
    } catch {
      return ["errors": [error.json]]
    }
  }

  private init(document: GraphQLDocument, variables: [String: JSONValue]) {
    self.document = document
    self.variables = variables
  }

  private static func operation(
    named name: String?,
    in document: GraphQLDocument
  ) throws(GraphQLError) -> GraphQLDocument.Operation {
    if let name {
      guard let operation = document.operations.first(where: { $0.name == name }) else {
        throw GraphQLError(message: "No operation named \"\(name)\"")
      }
      return operation
    }
    guard let operation = document.operations.first, document.operations.count == 1 else {
      throw GraphQLError(message: "An operation name is required")
    }
    return operation
  }

  private static func values(
    of variables: [GraphQLDocument.Variable],
    in given: JSONValue
  ) throws(GraphQLError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for variable in variables {
      if let value = given[variable.name], value != .null {
        values[variable.name] = value
      } else if case .literal(let value)? = variable.defaultValue {
        values[variable.name] = value
      } else if variable.isRequired {
        throw GraphQLError(
          message:
            "Variable $\(variable.name) of type \(variable.type) was provided invalid value",
          locations: [variable.location]
        )
      }
    }
    return values
  }
}

// MARK: Validation

extension GraphQLExecutor {
  /// Throws the first error in the selections of a type, in GitHub's words.
  private func check(
    _ selections: [GraphQLDocument.Selection],
    on type: String,
    path: [JSONValue],
    depth: Int = 0
  ) throws(GraphQLError) {
    // Fragments that spread each other would recurse forever.
    guard depth < 60 else { throw GraphQLError(message: "Query is nested too deeply", path: path) }
    for selection in selections {
      switch selection {
      case .field(let field):
        try check(field, on: type, path: path + [.string(field.responseName)], depth: depth)
      case .inline(let fragment, let fields, _):
        try check(fields, on: fragment?.typeName ?? type, path: path, depth: depth + 1)
      case .spread(let name, _, let location):
        guard let fragment = document.fragments[name] else {
          throw GraphQLError(
            message: "Fragment \(name) was used, but not defined",
            path: path,
            locations: [location],
            code: "useAndDefineFragment"
          )
        }
        try check(fragment.selections, on: fragment.typeName, path: path, depth: depth + 1)
      }
    }
  }

  private func check(
    _ field: GraphQLDocument.Field,
    on type: String,
    path: [JSONValue],
    depth: Int
  ) throws(GraphQLError) {
    func mistake(_ code: String, _ message: String) -> GraphQLError {
      GraphQLError(message: message, path: path, locations: [field.location], code: code)
    }
    if field.name == "__typename" { return }
    guard let fields = GraphQLSchema.types[type] else {
      throw mistake("undefinedType", "No such type \(type), so it can't be a fragment condition")
    }
    guard let definition = fields[field.name] else {
      throw mistake(
        "undefinedField",
        "Field '\(field.name)' doesn't exist on type '\(type)'"
      )
    }
    for argument in field.arguments where definition.arguments[argument.name] == nil {
      throw mistake(
        "argumentNotAccepted",
        "Field '\(field.name)' doesn't accept argument '\(argument.name)'"
      )
    }
    let missing = definition.arguments.filter { name, isRequired in
      isRequired && !field.arguments.contains { $0.name == name }
    }
    guard missing.isEmpty else {
      let names = missing.keys.sorted().joined(separator: ", ")
      throw mistake(
        "missingRequiredArguments",
        "Field '\(field.name)' is missing required arguments: \(names)"
      )
    }
    let isObject = GraphQLSchema.types[definition.type] != nil
    guard isObject != field.selections.isEmpty else {
      let has = isObject ? "has no selections" : "can't have selections"
      throw mistake(
        "selectionMismatch",
        "Field '\(field.name)' returns \(definition.type) but \(has)"
      )
    }
    if isObject {
      try check(field.selections, on: definition.type, path: path, depth: depth + 1)
    }
  }
}

// MARK: Execution

extension GraphQLExecutor {
  private mutating func run(
    _ selections: [GraphQLDocument.Selection],
    on object: GraphQLObject,
    path: [JSONValue]
  ) -> JSONValue {
    var members: [(String, JSONValue)] = []
    for field in fields(of: selections, on: object.type)
    where !members.contains(where: { $0.0 == field.responseName }) {
      let path = path + [.string(field.responseName)]
      members.append((field.responseName, value(of: field, on: object, path: path)))
    }
    return .object(members)
  }

  /// The fields for an object of this type in document order, with fragments resolved.
  private func fields(
    of selections: [GraphQLDocument.Selection],
    on type: String
  ) -> [GraphQLDocument.Field] {
    selections.flatMap { selection -> [GraphQLDocument.Field] in
      switch selection {
      case .field(let field):
        isIncluded(field.directives) ? [field] : []
      case .inline(let fragment, let selections, let directives):
        isIncluded(directives) && GraphQLSchema.type(type, is: fragment?.typeName ?? type)
          ? fields(of: selections, on: type) : []
      case .spread(let name, let directives, _):
        if let fragment = document.fragments[name], isIncluded(directives),
          GraphQLSchema.type(type, is: fragment.typeName)
        {
          fields(of: fragment.selections, on: type)
        } else {
          []
        }
      }
    }
  }

  private func isIncluded(_ directives: [GraphQLDocument.Directive]) -> Bool {
    directives.allSatisfy { directive in
      guard let condition = directive.arguments.first(where: { $0.name == "if" }) else {
        return true
      }
      let isTrue = json(condition.value) == .bool(true)
      return directive.name == "skip" ? !isTrue : directive.name != "include" || isTrue
    }
  }

  private mutating func value(
    of field: GraphQLDocument.Field,
    on object: GraphQLObject,
    path: [JSONValue]
  ) -> JSONValue {
    if field.name == "__typename" { return .string(object.type) }
    let arguments = field.arguments.map { ($0.name, json($0.value)) }
    do throws(GraphQLError) {
      let value = try object.field(
        field.name,
        Dictionary(arguments) { first, _ in first }.filter { $0.value != .null }
      )
      return json(of: value, field, path: path)
    } catch {
      add(error, at: path, field)
      return .null
    }
  }

  private mutating func json(
    of value: GraphQLValue,
    _ field: GraphQLDocument.Field,
    path: [JSONValue]
  ) -> JSONValue {
    switch value {
    case .scalar(let json): return json
    case .object(let object): return run(field.selections, on: object, path: path)
    case .failure(let error):
      add(error, at: path, field)
      return .null
    case .list(let values):
      var elements: [JSONValue] = []
      for (index, value) in values.enumerated() {
        elements.append(json(of: value, field, path: path + [.number(index)]))
      }
      return .array(elements)
    }
  }

  private mutating func add(
    _ error: GraphQLError,
    at path: [JSONValue],
    _ field: GraphQLDocument.Field
  ) {
    var error = error
    error.path = path + error.path
    error.locations = [field.location]
    errors.append(error)
  }

  private func json(_ value: GraphQLDocument.Value) -> JSONValue {
    switch value {
    case .variable(let name): variables[name] ?? .null
    case .literal(let value): value
    case .list(let values): .array(values.map(json))
    case .object(let members): .object(members.map { ($0.name, json($0.value)) })
    }
  }
}
