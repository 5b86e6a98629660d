import JSON

/// A parsed GraphQL request document: operations and fragments.
///
/// Reference: https://spec.graphql.org/October2021/#sec-Document
struct GraphQLDocument {
  struct Operation {
    let isMutation: Bool
    let name: String?
    let variables: [Variable]
    let selections: [Selection]
  }

  struct Variable {
    let name: String
    /// As written, such as `[ID!]!`.
    let type: String
    let defaultValue: Value?
    let location: Location

    var isRequired: Bool { type.hasSuffix("!") && defaultValue == nil }
  }

  struct Fragment {
    let typeName: String
    let selections: [Selection]
  }

  indirect enum Selection {
    case field(Field)
    /// `... on TYPE { … }`; without a type, the fields belong to the enclosing one.
    case inline(Fragment?, [Selection], [Directive])
    /// `...NAME`.
    case spread(String, [Directive], Location)
  }

  struct Field {
    let alias: String?
    let name: String
    let arguments: [(name: String, value: Value)]
    let directives: [Directive]
    let selections: [Selection]
    let location: Location

    /// The member's name in the response.
    var responseName: String { alias ?? name }
  }

  struct Directive {
    let name: String
    let arguments: [(name: String, value: Value)]
  }

  indirect enum Value {
    case variable(String)
    case literal(JSONValue)
    case list([Value])
    case object([(name: String, value: Value)])
  }

  struct Location {
    let line: Int
    let column: Int

    var json: JSONValue { ["line": .number(line), "column": .number(column)] }
  }

  struct SyntaxError: Error {
    let message: String
    let location: Location
  }

  let operations: [Operation]
  let fragments: [String: Fragment]

  init(_ text: String) throws(SyntaxError) {
    var parser = GraphQLParser(try GraphQLLexer.tokens(of: text))
    (operations, fragments) = try parser.document()
  }
}

// MARK: Tokens

private struct GraphQLToken {
  enum Kind: Equatable {
    case punctuation(String)
    case name(String)
    case integer(Int64)
    case float(Double)
    case string(String)
    case end
  }

  let kind: Kind
  let location: GraphQLDocument.Location

  var text: String {
    switch kind {
    case .punctuation(let text), .name(let text), .string(let text): text
    case .integer(let number): String(number)
    case .float(let number): String(number)
    case .end: "end of file"
    }
  }
}

private struct GraphQLLexer {
  private var rest: Substring.UnicodeScalarView
  private var line = 1
  private var column = 1

  static func tokens(of text: String) throws(GraphQLDocument.SyntaxError) -> [GraphQLToken] {
    var lexer = GraphQLLexer(rest: Substring(text).unicodeScalars)
    var tokens: [GraphQLToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private var location: GraphQLDocument.Location { .init(line: line, column: column) }

  private mutating func advance() -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    column += 1
    if scalar == "\n" { (line, column) = (line + 1, 1) }
    return scalar
  }

  private mutating func skipIgnored() {
    while let scalar = rest.first {
      if scalar == "#" {
        while let scalar = rest.first, scalar != "\n" { _ = advance() }
      } else if scalar == "," || scalar == "\u{FEFF}" || scalar.properties.isWhitespace {
        _ = advance()
      } else {
        return
      }
    }
  }

  private mutating func next() throws(GraphQLDocument.SyntaxError) -> GraphQLToken {
    skipIgnored()
    let start = location
    guard let scalar = rest.first else { return GraphQLToken(kind: .end, location: start) }
    let kind: GraphQLToken.Kind
    if Self.isNameStart(scalar) {
      kind = .name(take(while: Self.isNamePart))
    } else if scalar == "-" || ("0"..."9").contains(scalar) {
      kind = try number(at: start)
    } else if scalar == "\"" {
      kind = .string(try string(at: start))
    } else if "{}()[]:=!$@|&".unicodeScalars.contains(scalar) {
      _ = advance()
      kind = .punctuation(String(scalar))
    } else if rest.starts(with: "...".unicodeScalars) {
      for _ in 0..<3 { _ = advance() }
      kind = .punctuation("...")
    } else {
      throw .init(message: "Parse error on \"\(scalar)\"", location: start)
    }
    return GraphQLToken(kind: kind, location: start)
  }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    isNameStart(scalar) || ("0"..."9").contains(scalar)
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    while let scalar = rest.first, isPart(scalar) {
      text.unicodeScalars.append(scalar)
      _ = advance()
    }
    return text
  }

  private mutating func number(
    at start: GraphQLDocument.Location
  ) throws(GraphQLDocument.SyntaxError) -> GraphQLToken.Kind {
    let text = take { "-+.eE".unicodeScalars.contains($0) || ("0"..."9").contains($0) }
    if let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw .init(message: "Parse error on \"\(text)\"", location: start)
    }
    return .float(double)
  }

  /// A string in one pair of quotes, or a block string in three.
  private mutating func string(
    at start: GraphQLDocument.Location
  ) throws(GraphQLDocument.SyntaxError) -> String {
    let isBlock = rest.starts(with: "\"\"\"".unicodeScalars)
    for _ in 0..<(isBlock ? 3 : 1) { _ = advance() }
    var text = ""
    while let scalar = rest.first {
      if isBlock, rest.starts(with: "\"\"\"".unicodeScalars) {
        for _ in 0..<3 { _ = advance() }
        return text
      }
      if !isBlock, scalar == "\n" { break }
      _ = advance()
      if !isBlock, scalar == "\"" { return text }
      if !isBlock, scalar == "\\" {
        guard let escaped = escape() else { break }
        text.unicodeScalars.append(escaped)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw .init(message: "Parse error on an unterminated string", location: start)
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let letter = advance() else { return nil }
    switch letter {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "\"", "\\", "/": return letter
    case "u":
      let digits = String(String.UnicodeScalarView(rest.prefix(4)))
      for _ in 0..<4 { _ = advance() }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

// MARK: Grammar

private struct GraphQLParser {
  typealias SyntaxError = GraphQLDocument.SyntaxError

  /// Deeper documents are rejected, so that no request can exhaust the stack.
  private static let maximumDepth = 50

  private var tokens: ArraySlice<GraphQLToken>
  private var depth = 0

  init(_ tokens: [GraphQLToken]) { self.tokens = tokens[...] }

  private var token: GraphQLToken {
    tokens.first ?? GraphQLToken(kind: .end, location: .init(line: 1, column: 1))
  }

  private var unexpected: SyntaxError {
    SyntaxError(message: "Parse error on \"\(token.text)\"", location: token.location)
  }

  /// Consumes this punctuation; false if the next token is a different one.
  private mutating func skip(_ punctuation: String) -> Bool {
    guard token.kind == .punctuation(punctuation) else { return false }
    tokens = tokens.dropFirst()
    return true
  }

  private mutating func expect(_ punctuation: String) throws(SyntaxError) {
    guard skip(punctuation) else { throw unexpected }
  }

  private mutating func name() throws(SyntaxError) -> String {
    guard case .name(let name) = token.kind else { throw unexpected }
    tokens = tokens.dropFirst()
    return name
  }

  private mutating func nested<Value>(
    _ parse: (inout Self) throws(SyntaxError) -> Value
  ) throws(SyntaxError) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw unexpected }
    return try parse(&self)
  }

  mutating func document() throws(SyntaxError) -> (
    [GraphQLDocument.Operation], [String: GraphQLDocument.Fragment]
  ) {
    var operations: [GraphQLDocument.Operation] = []
    var fragments: [String: GraphQLDocument.Fragment] = [:]
    while token.kind != .end {
      if token.kind == .name("fragment") {
        let (name, fragment) = try fragmentDefinition()
        fragments[name] = fragment
      } else {
        operations.append(try operation())
      }
    }
    guard !operations.isEmpty else { throw unexpected }
    return (operations, fragments)
  }

  private mutating func fragmentDefinition() throws(SyntaxError) -> (
    String, GraphQLDocument.Fragment
  ) {
    _ = try name()
    let title = try name()
    guard try name() == "on" else { throw unexpected }
    let type = try name()
    return (title, .init(typeName: type, selections: try selections()))
  }

  private mutating func operation() throws(SyntaxError) -> GraphQLDocument.Operation {
    if token.kind == .punctuation("{") {
      return .init(isMutation: false, name: nil, variables: [], selections: try selections())
    }
    let keyword = try name()
    guard keyword == "query" || keyword == "mutation" else { throw unexpected }
    var title: String?
    if case .name = token.kind { title = try name() }
    return .init(
      isMutation: keyword == "mutation",
      name: title,
      variables: try variables(),
      selections: try selections()
    )
  }

  private mutating func variables() throws(SyntaxError) -> [GraphQLDocument.Variable] {
    guard skip("(") else { return [] }
    var variables: [GraphQLDocument.Variable] = []
    while !skip(")") {
      let location = token.location
      try expect("$")
      let title = try name()
      try expect(":")
      let type = try type()
      let value = skip("=") ? try value() : nil
      variables.append(.init(name: title, type: type, defaultValue: value, location: location))
    }
    return variables
  }

  private mutating func type() throws(SyntaxError) -> String {
    try nested { (parser) throws(SyntaxError) in
      var text: String
      if parser.skip("[") {
        text = "[\(try parser.type())]"
        try parser.expect("]")
      } else {
        text = try parser.name()
      }
      if parser.skip("!") { text += "!" }
      return text
    }
  }

  private mutating func selections() throws(SyntaxError) -> [GraphQLDocument.Selection] {
    try nested { (parser) throws(SyntaxError) in
      try parser.expect("{")
      var selections: [GraphQLDocument.Selection] = []
      while !parser.skip("}") { selections.append(try parser.selection()) }
      guard !selections.isEmpty else { throw parser.unexpected }
      return selections
    }
  }

  private mutating func selection() throws(SyntaxError) -> GraphQLDocument.Selection {
    let location = token.location
    guard skip("...") else { return .field(try field()) }
    if case .name(let word) = token.kind, word != "on" {
      let title = try name()
      return .spread(title, try directives(), location)
    }
    let type = token.kind == .name("on") ? try typeCondition() : nil
    let conditions = try directives()
    let fields = try selections()
    return .inline(type.map { .init(typeName: $0, selections: fields) }, fields, conditions)
  }

  private mutating func typeCondition() throws(SyntaxError) -> String {
    _ = try name()
    return try name()
  }

  private mutating func field() throws(SyntaxError) -> GraphQLDocument.Field {
    let location = token.location
    let first = try name()
    let second = skip(":") ? try name() : nil
    let arguments = try arguments()
    let directives = try directives()
    let isLeaf = token.kind != .punctuation("{")
    return .init(
      alias: second == nil ? nil : first,
      name: second ?? first,
      arguments: arguments,
      directives: directives,
      selections: isLeaf ? [] : try selections(),
      location: location
    )
  }

  private mutating func arguments() throws(SyntaxError) -> [(
    name: String, value: GraphQLDocument.Value
  )] {
    skip("(") ? try members(until: ")") : []
  }

  private mutating func members(
    until end: String
  ) throws(SyntaxError) -> [(name: String, value: GraphQLDocument.Value)] {
    var members: [(name: String, value: GraphQLDocument.Value)] = []
    while !skip(end) {
      let name = try name()
      try expect(":")
      members.append((name, try value()))
    }
    return members
  }

  private mutating func directives() throws(SyntaxError) -> [GraphQLDocument.Directive] {
    var directives: [GraphQLDocument.Directive] = []
    while skip("@") { directives.append(.init(name: try name(), arguments: try arguments())) }
    return directives
  }

  private mutating func value() throws(SyntaxError) -> GraphQLDocument.Value {
    try nested { (parser) throws(SyntaxError) in
      if parser.skip("$") { return .variable(try parser.name()) }
      if parser.skip("[") {
        var values: [GraphQLDocument.Value] = []
        while !parser.skip("]") { values.append(try parser.value()) }
        return .list(values)
      }
      if parser.skip("{") { return .object(try parser.members(until: "}")) }
      let literal: JSONValue
      switch parser.token.kind {
      case .integer(let number): literal = .number(number)
      case .float(let number): literal = .double(number)
      case .string(let text): literal = .string(text)
      case .name("true"): literal = true
      case .name("false"): literal = false
      case .name("null"): literal = nil
      // The name of an enum value.
      case .name(let name): literal = .string(name)
      case .punctuation, .end: throw parser.unexpected
      }
      parser.tokens = parser.tokens.dropFirst()
      return .literal(literal)
    }
  }
}
