import Mustache

/// A Mustache template (mustache.github.io) that is filled in for each row.
///
/// Names are those of `--json`, with dots into owner and license. Nothing is escaped, since the
/// result is no HTML; what is null or has no such name is empty. Each row ends its line, unless the
/// template does.
struct RowTemplate: Sendable {
  private let template: MustacheTemplate
  /// Whether it may tell which rows are starred.
  let mentionsStars: Bool

  /// - Throws: ``InvalidTemplate``, which says where it stops making sense.
  init(_ text: String) throws(InvalidTemplate) {
    guard text.count(where: Self.sectionMarks.contains) <= Self.mostSections else {
      throw InvalidTemplate(reason: "it has more than \(Self.mostSections) sections", place: nil)
    }
    mentionsStars = text.contains(RepositoryField.isStarred.rawValue)
    do {
      template = try MustacheTemplate(string: Self.heading + text)
    } catch {
      throw InvalidTemplate(error)
    }
  }

  // The library would escape for HTML; a line with a setting alone leaves no line behind.
  private static let heading = "{{% CONTENT_TYPE:TEXT}}\n"

  private static let sectionMarks: Set<Character> = ["#", "^", "$", "<"]

  /// Sections in each other are read by recursion, some 15 KB of the stack for each.
  private static let mostSections = 32

  /// `isShown` makes the values safe for a terminal.
  func write(_ row: RankedRepository, isShown: Bool, to stream: inout some TextOutputStream) {
    let text = template.render(TemplateRow(row: row, isShown: isShown))
    stream.write(text)
    if text.last?.isNewline != true { stream.write("\n") }
  }
}

/// Why a template cannot be used.
struct InvalidTemplate: Error {
  let reason: String
  /// As in `line 1, column 7`.
  let place: String?
}

extension InvalidTemplate {
  fileprivate init(_ error: any Error) {
    guard let error = error as? MustacheTemplate.ParserError else {
      self.init(reason: "it is no Mustache template", place: nil)
      return
    }
    // The heading is the library's first line.
    let place = "line \(error.context.lineNumber - 1), column \(error.context.columnNumber)"
    self.init(reason: Self.reason(error.error as? MustacheTemplate.Error), place: place)
  }

  private static func reason(_ error: MustacheTemplate.Error?) -> String {
    switch error {
    case .sectionCloseNameIncorrect?: "a section ends that has not begun"
    case .expectedSectionEnd?: "a section does not end"
    case .unfinishedName?, nil: "a tag does not end, or has no name"
    case .invalidSetDelimiter?: "delimiters are not set as in {{=<% %>=}}"
    case .transformAppliedToInheritanceSection?, .illegalTokenInsideInheritSection?,
      .textInsideInheritSection?:
      "a parent has something in it that is no block"
    case .invalidConfigVariableSyntax?, .unrecognisedConfigVariable?: "there is no such setting"
    }
  }
}
