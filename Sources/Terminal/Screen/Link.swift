/// The address of a web page that a cell may lead to: https alone, in printable ASCII.
package struct Link: Sendable, Hashable {
  package let url: String

  /// Terminals leave out longer addresses (VTE takes 2,083 bytes).
  private static let longest = 2083

  /// Nil for an address that might do anything but open a page, or end the escape sequence.
  package init?(_ url: String) {
    guard url.hasPrefix("https://"), url.utf8.count <= Self.longest,
      url.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.url = url
  }
}
