/// How much of a repository is written in a language.
package struct LanguageShare: Sendable, Hashable {
  package let language: String
  /// More than 0.
  package let bytes: Int64

  package init(language: String, bytes: Int64) {
    self.language = language
    self.bytes = bytes
  }
}
