import Mustache
import Terminal

/// A row as a template looks into it, by the names of `--json`.
struct TemplateRow: MustacheParent {
  let row: RankedRepository
  let isShown: Bool

  func child(named name: String) -> Any? {
    RepositoryField(rawValue: name).flatMap {
      TemplateValue.of($0.value(of: row), isShown: isShown)
    }
  }
}

/// The values of JSON as templates take them.
enum TemplateValue {
  /// Nil for null, which is as if it were not there.
  static func of(_ value: JSONValue, isShown: Bool) -> Any? {
    switch value {
    case .null: nil
    case .bool(let value): value
    case .number(let value): value
    case .string(let text): isShown ? SafeText(text, longest: longestShown).description : text
    case .array(let values): List(values.compactMap { of($0, isShown: isShown) })
    case .object: Object(value: value, isShown: isShown)
    }
  }

  /// Scalars; nobody reads more of a value on a terminal.
  private static let longestShown = 65_536

  /// Topics, which by themselves are words with spaces between.
  private struct List: MustacheSequence, MustacheCustomRenderable {
    let values: [Any]

    init(_ values: [Any]) { self.values = values }

    func makeIterator() -> IndexingIterator<[Any]> { values.makeIterator() }

    var renderText: String { values.map { "\($0)" }.joined(separator: " ") }
    var isNull: Bool { false }
  }

  /// An owner or a license, which by itself is a login or an identifier, as in CSV.
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
