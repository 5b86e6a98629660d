/// The source of a README, as a rule Markdown, and where it is.
package struct ReadmeSource: Sendable, Hashable {
  package let text: String
  /// The path in the repository, as in `docs/README.md`, to whose directory links are relative.
  package let path: String

  package init(_ text: String, at path: String) { (self.text, self.path) = (text, path) }
}
