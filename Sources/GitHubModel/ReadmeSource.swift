/// The source of a README, usually Markdown, and its location.
package struct ReadmeSource: Sendable, Hashable {
  package let text: String
  /// The path in the repository, such as `docs/README.md`; links are relative to its directory.
  package let path: String

  package init(_ text: String, at path: String) { (self.text, self.path) = (text, path) }
}
