/// A piece of HTML: text, or the beginning or end of an element.
package enum HTMLToken: Sendable, Equatable {
  case text(String)
  case open(HTMLTag)
  case close(String)

  /// Reads a fragment; comments, declarations, scripts and styles are left out.
  ///
  /// Malformed HTML is read too, in time that grows with its length alone.
  package static func tokens(_ html: String) -> [HTMLToken] {
    var scanner = HTMLScanner(html)
    return scanner.tokens()
  }
}

/// An opening tag: its name in lower case, and its attributes.
package struct HTMLTag: Sendable, Equatable {
  package let name: String
  package let attributes: [String: String]

  package init(_ name: String, _ attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }
}
