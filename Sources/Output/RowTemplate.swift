package import JSON
import Mustache
import Terminal

/// A Mustache template (mustache.github.io), filled in for each row.
///
/// Names are those of `--json`; dots lead into owner and license. Nothing is escaped, since the
/// output is not HTML. Null is empty. `\t`, `\n` and `\\` have their usual meaning. Each row ends
/// with a line break.
package struct RowTemplate: Sendable {
  private let template: MustacheTemplate
  private let names: [TemplateName]

  /// `fields` are the allowed names, and `members` those within their values.
  package init(_ text: String, fields: Set<String>, members: Set<String>) throws(InvalidTemplate) {
    let text = Self.unescaped(text)
    guard text.count(where: Self.sectionMarks.contains) <= Self.maxSections else {
      throw .malformed("more than \(Self.maxSections) sections")
    }
    names = TemplateName.all(in: text)
    do {
      template = try MustacheTemplate(string: Self.heading + text)
    } catch {
      throw InvalidTemplate(error)
    }
    if let name = names.first(where: { !$0.isKnown(fields, members) }) {
      throw .unknownField(name.parts.joined(separator: "."))
    }
  }

  /// Whether it may show the field.
  package func mentions(_ field: String) -> Bool {
    names.contains { $0.parts[0] == field }
  }

  /// Replaces `\t` and `\n` with tabs and line breaks, since shells do not.
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

  // The library would escape for HTML. A line that contains only a setting does not appear in the
  // output.
  private static let heading = "{{% CONTENT_TYPE:TEXT}}\n"

  private static let sectionMarks: Set<Character> = ["#", "^", "$", "<"]

  /// The maximum depth of sections, which are parsed recursively with about 15 KB of stack each.
  private static let maxSections = 32

  /// Fills in the template with an object; `isShown` makes its values safe for a terminal.
  package func write(_ object: JSONValue, isShown: Bool, to stream: inout some TextOutputStream) {
    let text = template.render(TemplateValue.Object(value: object, isShown: isShown))
    stream.write(text)
    if text.last?.isNewline != true { stream.write("\n") }
  }
}

package enum InvalidTemplate: Error {
  /// The problem, with its place if known, such as `unclosed section at line 1, column 7`.
  case malformed(String)
  case unknownField(String)
}

extension InvalidTemplate {
  fileprivate init(_ error: any Error) {
    guard let error = error as? MustacheTemplate.ParserError else {
      self = .malformed("not a Mustache template")
      return
    }
    // The heading is the library's first line.
    let place = "line \(error.context.lineNumber - 1), column \(error.context.columnNumber)"
    let reason = Self.reason(error.error as? MustacheTemplate.Error)
    self = .malformed("\(reason) at \(place)")
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

/// A name in a template's tag; the library does not list them.
private struct TemplateName {
  /// The parts, such as `owner` and `login`.
  let parts: [String]
  /// Whether it is in a section, where members of the section's value are also names.
  let isNested: Bool

  func isKnown(_ fields: Set<String>, _ members: Set<String>) -> Bool {
    (fields.contains(parts[0]) || isNested && members.contains(parts[0]))
      && parts.dropFirst().allSatisfy(members.contains)
  }

  static func all(in text: String) -> [Self] {
    var names: [Self] = []
    var depth = 0
    for tag in tags(of: text) {
      let isNested = depth > 0
      switch tag.first {
      case "/": depth -= 1
      case "#", "^", "$", "<": depth += 1
      default: break
      }
      // Comments, ends, partials, settings, blocks and parents name no field.
      if let first = tag.first, "!/>%$<".contains(first) { continue }
      // Finds the path in `uppercased(owner.login)`.
      let path =
        tag.filter { $0.isLetter || $0.isNumber || "_-.(".contains($0) }
        .split(separator: "(", omittingEmptySubsequences: false).last ?? ""
      let parts = path.split(separator: ".").map(String.init)
      if !parts.isEmpty { names.append(Self(parts: parts, isNested: isNested)) }
    }
    return names
  }

  /// The texts between the delimiters, which a template may change.
  private static func tags(of text: String) -> [Substring] {
    var (opening, closing) = ("{{", "}}")
    var tags: [Substring] = []
    var rest = text[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { break }
      let tag = rest[..<end.lowerBound]
      rest = rest[end.upperBound...]
      guard tag.first == "=" else {
        tags.append(tag)
        continue
      }
      let delimiters = tag.dropFirst().dropLast().split(separator: " ")
      if delimiters.count == 2 {
        (opening, closing) = (String(delimiters[0]), String(delimiters[1]))
      }
    }
    return tags
  }
}

// MARK: Values

/// JSON values in the types that Mustache expects.
package enum TemplateValue {
  /// Converts a value; nil for null, which counts as missing.
  package static func of(_ value: JSONValue, isShown: Bool) -> Any? {
    switch value {
    case .null: nil
    case .bool(let value): value
    case .number(let value): value
    case .double(let value): value
    case .string(let text): isShown ? SafeText.shown(text) : text
    case .array(let values): List(values.compactMap { of($0, isShown: isShown) })
    case .object: Object(value: value, isShown: isShown)
    }
  }

  /// A list such as topics, rendered with spaces in between.
  private struct List: MustacheSequence, MustacheCustomRenderable {
    let values: [Any]

    init(_ values: [Any]) { self.values = values }

    func makeIterator() -> IndexingIterator<[Any]> { values.makeIterator() }

    var renderText: String {
      values.map { ($0 as? any MustacheCustomRenderable)?.renderText ?? "\($0)" }
        .joined(separator: " ")
    }
    var isNull: Bool { false }
  }

  /// A row, or an owner or license, which is rendered as a login or identifier, as in CSV.
  package struct Object: MustacheParent, MustacheCustomRenderable {
    package let value: JSONValue
    package let isShown: Bool

    package func child(named name: String) -> Any? {
      guard case .object(let members) = value else { return nil }
      return members.first { $0.name == name }
        .flatMap { TemplateValue.of($0.value, isShown: isShown) }
    }

    package var renderText: String {
      let text = CSV.text(value)
      return isShown ? SafeText(text).description : text
    }
    package var isNull: Bool { false }
  }
}
