import JSON
import Mustache
import Terminal

/// A Mustache template (mustache.github.io) that is filled in for each row.
///
/// Names are those of `--json`; dots lead into owner and license. Nothing is escaped, since the output is
/// not HTML. Null is empty. `\t`, `\n` and `\\` have their usual meaning. Each row ends with a line break.
struct RowTemplate: Sendable {
  private let template: MustacheTemplate
  private let text: String

  /// `fields` are the names that it may use.
  ///
  /// - Throws: ``InvalidTemplate``, with the place of the mistake.
  init(_ text: String, fields: Set<String>) throws(InvalidTemplate) {
    let text = Self.unescaped(text)
    guard text.count(where: Self.sectionMarks.contains) <= Self.mostSections else {
      throw InvalidTemplate(reason: "more than \(Self.mostSections) sections", place: nil)
    }
    self.text = text
    do {
      template = try MustacheTemplate(string: Self.heading + text)
    } catch {
      throw InvalidTemplate(error)
    }
    if let name = TemplateNames.unknown(in: text, fields: fields) {
      throw InvalidTemplate(reason: "unknown field", place: nil, unknownField: name)
    }
  }

  /// Whether it may show the field.
  func mentions(_ field: RepositoryField) -> Bool { text.contains(field.rawValue) }

  /// The text with tabs and line breaks for `\t` and `\n`, since shells pass them on as typed.
  private static func unescaped(_ text: String) -> String {
    var unescaped = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        unescaped += escapes[character] ?? "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        unescaped.append(character)
      }
    }
    return isEscaped ? unescaped + "\\" : unescaped
  }

  private static let escapes: [Character: String] = ["t": "\t", "n": "\n", "\\": "\\"]

  // The library would escape for HTML. A line with only a setting does not appear in the output.
  private static let heading = "{{% CONTENT_TYPE:TEXT}}\n"

  private static let sectionMarks: Set<Character> = ["#", "^", "$", "<"]

  /// Nested sections are read recursively, with some 15 KB of the stack for each.
  private static let mostSections = 32

  /// Fills the template in with the values of a row by their names; `isShown` makes them safe for a
  /// terminal.
  func write(
    isShown: Bool,
    to stream: inout some TextOutputStream,
    _ value: @escaping (String) -> JSONValue?
  ) {
    let text = template.render(TemplateRow(value: value, isShown: isShown))
    stream.write(text)
    if text.last?.isNewline != true { stream.write("\n") }
  }
}

/// Why a template cannot be used.
struct InvalidTemplate: Error {
  let reason: String
  /// As in `line 1, column 7`.
  let place: String?
  /// The name, if that is what is wrong.
  var unknownField: String?
}

extension InvalidTemplate {
  fileprivate init(_ error: any Error) {
    guard let error = error as? MustacheTemplate.ParserError else {
      self.init(reason: "not a Mustache template", place: nil)
      return
    }
    // The heading is the library's first line.
    let place = "line \(error.context.lineNumber - 1), column \(error.context.columnNumber)"
    self.init(reason: Self.reason(error.error as? MustacheTemplate.Error), place: place)
  }

  private static func reason(_ error: MustacheTemplate.Error?) -> String {
    switch error {
    case .sectionCloseNameIncorrect?: "closing tag without an opening tag"
    case .expectedSectionEnd?: "unclosed section"
    case .unfinishedName?, nil: "a tag is not closed or has no name"
    case .invalidSetDelimiter?: "invalid delimiters; use {{=<% %>=}}"
    case .transformAppliedToInheritanceSection?, .illegalTokenInsideInheritSection?,
      .textInsideInheritSection?:
      "a parent may contain only blocks"
    case .invalidConfigVariableSyntax?, .unrecognisedConfigVariable?: "unknown setting"
    }
  }
}

// MARK: Names

/// The names in a template.
enum TemplateNames {
  /// The first name that is not a field; nil if all of them are.
  ///
  /// Comments, partials and blocks are left to the library, as are delimiters that are set wrongly.
  static func unknown(in template: String, fields: Set<String>) -> String? {
    var (opening, closing) = ("{{", "}}")
    var depth = 0
    var rest = template[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { return nil }
      let tag = rest[..<end.lowerBound].drop(while: \.isWhitespace)
      rest = rest[end.upperBound...]
      switch tag.first {
      case "!", "%", ">", "$", "<", nil: continue
      case "=":
        let marks = tag.dropFirst().prefix { $0 != "=" }.split(separator: " ")
        guard marks.count == 2 else { return nil }
        (opening, closing) = (String(marks[0]), String(marks[1]))
      case "/": depth -= 1
      default:
        let name = name(in: tag)
        if !isKnown(name, fields, inSection: depth > 0) { return name }
        if tag.first == "#" || tag.first == "^" { depth += 1 }
      }
    }
    return nil
  }

  /// The name without the mark before it, and without the functions around it.
  private static func name(in tag: Substring) -> String {
    let name = tag.drop { "#^&{".contains($0) || $0.isWhitespace }
    let inner = name.lastIndex(of: "(").map { name[$0...].dropFirst() } ?? name
    return inner.filter { $0 != ")" && $0 != "}" && !$0.isWhitespace }
  }

  private static func isKnown(_ name: String, _ fields: Set<String>, inSection: Bool) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first else { return true }
    return (fields.contains(first) || inSection && members.contains(first))
      && parts.dropFirst().allSatisfy(members.contains)
  }

  /// The members of an owner or a license.
  private static let members: Set<String> = [
    "id", "login", "type", "url", "avatarUrl", "key", "name", "spdxId",
  ]
}

// MARK: Values

/// A row as a template sees it, by the names of `--json`.
struct TemplateRow: MustacheParent {
  let value: (String) -> JSONValue?
  let isShown: Bool

  func child(named name: String) -> Any? {
    value(name).flatMap { TemplateValue.of($0, isShown: isShown) }
  }
}

/// The values of JSON in the types that Mustache expects.
enum TemplateValue {
  /// Nil for null, which counts as missing.
  static func of(_ value: JSONValue, isShown: Bool) -> Any? {
    switch value {
    case .null: nil
    case .bool(let value): value
    case .number(let value): value
    case .double(let value): value
    case .string(let text): isShown ? SafeText(text, longest: longestShown).description : text
    case .array(let values): List(values.compactMap { of($0, isShown: isShown) })
    case .object: Object(value: value, isShown: isShown)
    }
  }

  /// In Unicode scalars: more than anyone reads on a terminal.
  private static let longestShown = 65_536

  /// Topics, which are rendered with spaces between them.
  private struct List: MustacheSequence, MustacheCustomRenderable {
    let values: [Any]

    init(_ values: [Any]) { self.values = values }

    func makeIterator() -> IndexingIterator<[Any]> { values.makeIterator() }

    var renderText: String { values.map { "\($0)" }.joined(separator: " ") }
    var isNull: Bool { false }
  }

  /// An owner or a license, which is rendered as a login or an identifier, as in CSV.
  private struct Object: MustacheParent, MustacheCustomRenderable {
    let value: JSONValue
    let isShown: Bool

    func child(named name: String) -> Any? {
      guard case .object(let members) = value else { return nil }
      return members.first { $0.name == name }
        .flatMap { TemplateValue.of($0.value, isShown: isShown) }
    }

    var renderText: String {
      let text = CSV.text(value)
      return isShown ? SafeText(text).description : text
    }
    var isNull: Bool { false }
  }
}
