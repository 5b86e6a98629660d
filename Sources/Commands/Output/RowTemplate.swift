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
    guard text.count(where: Self.sectionMarks.contains) <= Self.maxSections else {
      throw InvalidTemplate(reason: "more than \(Self.maxSections) sections", place: nil)
    }
    self.text = text
    do {
      template = try MustacheTemplate(string: Self.heading + text)
    } catch {
      throw InvalidTemplate(error)
    }
    for isPresent in [true, false] {
      let probe = FieldProbe(fields, isPresent: isPresent)
      _ = template.render(probe)
      if let name = probe.unknown {
        throw InvalidTemplate(reason: "unknown field", place: nil, unknownField: name)
      }
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
  private static let maxSections = 32

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
  /// The name, if that is the mistake.
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

/// A row that records the first unknown name in a template that is rendered with it.
///
/// The library does not list a template's names. All values are either present or missing, so that a section
/// is rendered, or an inverted one. A name nested in sections of both kinds is not found.
private final class FieldProbe: MustacheParent {
  private let fields: Set<String>
  private let isPresent: Bool
  private(set) var unknown: String?

  init(_ fields: Set<String>, isPresent: Bool) {
    (self.fields, self.isPresent) = (fields, isPresent)
  }

  func child(named name: String) -> Any? {
    record(name)
    return isPresent && fields.contains(name) ? Value(row: self, name: name) : nil
  }

  private func record(_ name: String, in parent: String? = nil) {
    guard unknown == nil, !fields.contains(name) else { return }
    unknown = parent.map { "\($0).\(name)" } ?? name
  }

  private struct Value: MustacheParent {
    let row: FieldProbe
    let name: String

    func child(named child: String) -> Any? {
      if Self.members.contains(child) { return child }
      row.record(child, in: name)
      return nil
    }

    /// The members of an owner, a license, a language, a release or a heading.
    private static let members: Set<String> = [
      "id", "login", "type", "url", "avatarUrl", "key", "name", "spdxId", "bytes", "tagName",
      "publishedAt", "title", "level", "line", "size",
    ]
  }
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
    case .string(let text): isShown ? SafeText(text, longest: maxShownLength).description : text
    case .array(let values): List(values.compactMap { of($0, isShown: isShown) })
    case .object: Object(value: value, isShown: isShown)
    }
  }

  /// In Unicode scalars: more than anyone reads on a terminal.
  private static let maxShownLength = 65_536

  /// Topics or the like, which are rendered with spaces between them.
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
